// The text that says who the assistant is, from the file that the configuration names.
import { ConfigError, messageOf } from '../base/errors.ts';
import { readRegularFile } from '../base/files/files.ts';
import { cutText } from '../base/text/text.ts';

/** The style is part of every prompt, so its length is limited. */
export const maxPersonaUnits = 8_000;
const maxPersonaBytes = 1_000_000;

export interface Persona {
  text: string;
  /** Longer than {@link maxPersonaUnits}: the rest is left out. */
  isCut: boolean;
}

export function readPersona(file: string): Persona {
  let text: string;
  try {
    text = readRegularFile(file, maxPersonaBytes).toString('utf8').trim();
  } catch (error) {
    throw new ConfigError('agent.persona_file', `${file} can't be read: ${messageOf(error)}.`, 'Name a text file.');
  }
  const remedy = 'Write into it who the assistant is, or leave the setting out.';
  if (text === '') throw new ConfigError('agent.persona_file', `${file} is empty.`, remedy);
  return { text: cutText(text, maxPersonaUnits), isCut: text.length > maxPersonaUnits };
}
