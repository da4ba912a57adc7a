// Files that come with a message: pictures and PDFs as blocks for the model, text files as text, speech as the words that
// the operator's program hears. The person is told of each file that can't be taken. Fetches from Telegram, keeps nothing.
import { createLanes } from '../../base/concurrency/lanes.ts';
import { imageTypes } from '../../models/attachment.ts';
import type { ContentBlock } from '../../models/message.ts';
import { oneLine, onlyData, quoted } from '../../assistant/approval/quoted.ts';
import type { FilePhrases } from '../../assistant/phrases/phrases.ts';
import type { MessageFile, MessagePart, Recording, StoredMessage } from '../stored-message.ts';
import { type Transcription, TranscriptionFailure, transcribe } from '../transcribe.ts';
import { type FileSource, fetchFile } from './fetch-file.ts';
import { decodedText, sniffed } from './file-kind.ts';
import { maxImageBytes } from './parse-message.ts';

export interface Media {
  attachments: ContentBlock[];
  /** Text files, marked as data. */
  texts: string[];
  /** What the person is told about what could not be taken. */
  refused: Refusal[];
}

/** A sentence in the language of the conversation. */
export type Refusal = (words: FilePhrases) => string;

/** What a file or a recording without a name is called. */
type Unnamed = 'picture' | 'file' | 'voice' | 'recording';

/** Telegram gives bots no larger file. */
const maxFetchedBytes = 20 * 1024 * 1024;
const maxTextUnits = 60_000;
/** One that Telegram does not have is asked for three times, over some seconds: an album of such must not add them up. */
const fetchedAtOnce = 5;

const imageEndings = /\.(?:jpe?g|png|gif|webp)$/i;
const pdfEnding = /\.pdf$/i;
const textEndings =
  /\.(?:txt|md|markdown|csv|tsv|json|ya?ml|toml|ini|log|xml|html?|css|[cm]?[jt]sx?|py|rs|go|sh|sql|c|h|cpp|java|rb|tex|org)$/i;

/**
 * The parts of a message with its speech as words, as if they had been typed, marked that a program has heard them.
 * @param refused is given what the person is told about what could not be heard
 * @throws TelegramError when Telegram takes too long over a recording
 */
export async function hearParts(
  { parts }: StoredMessage,
  hearing: { source: FileSource; transcription: Transcription | null },
  refused: Refusal[],
): Promise<MessagePart[]> {
  const heard: MessagePart[] = [];
  for (const { recording, ...part } of parts) {
    if (!recording) heard.push(part);
    else {
      const words = await hear(recording, hearing);
      if (words.failure !== undefined && !recording.isAnswered) refused.push(words.failure);
      const text = words.text ?? part.text;
      if (text !== '') heard.push({ ...part, text });
    }
  }
  return heard;
}

/** @returns the words, or why there are none */
async function hear(
  { fileId, bytes: size, kind, ending, caption }: Recording,
  { source, transcription }: { source: FileSource; transcription: Transcription | null },
): Promise<{ text?: string; failure?: Refusal }> {
  const called = kind === 'voice' ? 'voice' : 'recording';
  if (!transcription) return { failure: (words) => words.noListener(words[called], 'telegram.voice_command') };
  const bytes = size > maxFetchedBytes ? 'too large' : await fetchFile(fileId, maxFetchedBytes, source);
  if (bytes === 'gone') return { failure: (words) => words.gone(words[called]) };
  if (bytes === 'too large') return { failure: (words) => words.tooLarge(words[called]) };
  try {
    const words = await transcribe(bytes, ending, transcription, source.signal);
    const below = caption === '' ? '' : `\n${caption}`;
    return {
      text: `[A ${kind === 'voice' ? 'voice message' : 'recording'}, as a program heard it:]\n${words}${below}`,
    };
  } catch (error) {
    if (!(error instanceof TranscriptionFailure)) throw error;
    const { kind: why, program, value } = error;
    return { failure: (words) => words.notHeard[why](words[called], program, value) };
  }
}

/**
 * What comes with these messages, and with those that they answer.
 * @throws TelegramError when Telegram takes too long over a file
 */
export async function fetchMedia(messages: readonly StoredMessage[], source: FileSource): Promise<Media> {
  const files = messages.flatMap((message) => message.files.filter(({ kind }) => kind !== 'other'));
  // The lines of a burst may answer the same picture.
  const wanted = [...new Map(files.map((one) => [one.fileId, one])).values()];
  const lanes = createLanes(fetchedAtOnce);
  const taken = await Promise.all(
    wanted.map((file) =>
      lanes.run(file.fileId, async () => {
        const media: Media = { attachments: [], texts: [], refused: [] };
        await take(file, media, source);
        return media;
      }),
    ),
  );
  return {
    attachments: taken.flatMap(({ attachments }) => attachments),
    texts: taken.flatMap(({ texts }) => texts),
    refused: taken.flatMap(({ refused }) => refused),
  };
}

async function take(file: MessageFile, media: Media, source: FileSource): Promise<void> {
  const { mediaType, kind } = file;
  const name = kind === 'photo' ? 'the picture' : file.name === null ? unnamed : oneLine(file.name);
  const called: Unnamed | null = kind === 'photo' ? 'picture' : file.name === null ? 'file' : null;
  type Why = 'otherKind' | 'pictureTooLarge' | 'tooLarge' | 'empty' | 'notWhatItSays' | 'gone';
  const refuse = (why: Why): void =>
    void media.refused.push((words) => words[why](called === null ? name : words[called]));
  const isImage = imageTypes.has(mediaType) || imageEndings.test(name);
  const isPdf = mediaType === 'application/pdf' || pdfEnding.test(name);
  const isText = mediaType.startsWith('text/') || textEndings.test(name);
  if (!isImage && !isPdf && !isText) return refuse('otherKind');
  const limit = isImage ? maxImageBytes : maxFetchedBytes;
  const bytes = file.bytes > limit ? 'too large' : await fetchFile(file.fileId, limit, source);
  if (bytes === 'gone') return refuse('gone');
  if (bytes === 'too large') return refuse(isImage ? 'pictureTooLarge' : 'tooLarge');
  if (bytes.length === 0) return refuse('empty');
  // A model refuses the whole conversation for a picture or a PDF that is not what it is said to be. Telegram's own
  // pictures are always JPEG.
  const found = sniffed(bytes) ?? (kind === 'photo' ? 'image/jpeg' : null);
  const encoded = <MediaType>(media_type: MediaType) => ({
    type: 'base64' as const,
    media_type,
    data: Buffer.from(bytes).toString('base64'),
  });
  if (found === 'application/pdf')
    return void media.attachments.push({ type: 'document', source: encoded(found), title: name });
  if (found !== null && bytes.length > maxImageBytes) return refuse('pictureTooLarge');
  if (found !== null) return void media.attachments.push({ type: 'image', source: encoded(found) });
  // Only as many bytes as can be shown, in any encoding: decoding 20 MB would take half a second and 500 MB of memory.
  const text = isText ? decodedText(bytes.subarray(0, 4 * maxTextUnits)) : null;
  if (text === null) return refuse('notWhatItSays');
  media.texts.push(inlined(file.name === null ? null : name, text, bytes.length));
}

const unnamed = 'the file';

function inlined(name: string | null, text: string, size: number): string {
  const title = name === null ? 'A file without a name' : `The file ${name}`;
  const cut = text.length > maxTextUnits ? `, the first ${maxTextUnits} characters of its ${size} bytes` : '';
  return quoted(`${title}${cut}; ${onlyData}`, text, maxTextUnits).slice(0, -1);
}
