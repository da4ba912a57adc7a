import { expect, test } from 'vitest';
import type { MessageFile, StoredMessage } from '../../../src/channels/stored-message.ts';
import { TelegramError } from '../../../src/channels/telegram/api.ts';
import type { FileSource } from '../../../src/channels/telegram/fetch-file.ts';
import { english } from '../../../src/assistant/phrases/english.ts';
import { fetchMedia } from '../../../src/channels/telegram/media.ts';

test('the files of an album are fetched at the same time, and come in its order; those that are gone are told once', async () => {
  const photo = (index: number): MessageFile => ({
    fileId: `photo-${index}`,
    uniqueId: `u${index}`,
    name: null,
    mediaType: 'image/jpeg',
    bytes: 10,
    kind: 'photo',
    isAnswered: false,
  });
  const album = { files: Array.from({ length: 12 }, (_, i) => photo(i)) } as StoredMessage;
  const inFlight: (() => void)[] = [];
  let isGone = false;
  const api = {
    // Nothing is answered before several are asked for.
    call: async (_method: string, { file_id: id }: { file_id: string }) => {
      if (isGone) throw new TelegramError('refused', 'getFile', 'wrong file_id', { code: 400 });
      await new Promise<void>((resolve) => {
        inFlight.push(resolve);
        if (inFlight.length >= 2) for (const answer of inFlight.splice(0).toReversed()) answer();
      });
      return { file_path: id };
    },
    download: (path: string) => Promise.resolve(Buffer.from(path)),
  } as unknown as FileSource['api'];
  const source = {
    api,
    clock: { sleep: () => Promise.resolve() } as unknown as FileSource['clock'],
    signal: new AbortController().signal,
  };
  const { attachments } = await fetchMedia([album], source);
  expect(attachments).toEqual(
    album.files.map(({ fileId }) => ({
      type: 'image',
      source: { type: 'base64', media_type: 'image/jpeg', data: Buffer.from(fileId).toString('base64') },
    })),
  );
  isGone = true;
  const { refused } = await fetchMedia([album], source);
  expect([...new Set(refused.map((refusal) => refusal(english.files)))]).toEqual([
    'I could not get the picture: Telegram does not have it any more.',
  ]);
});
