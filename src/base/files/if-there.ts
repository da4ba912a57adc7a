// What may be missing: a file or folder that nobody has made yet, or that somebody has removed. Any other error stays one.
import { codeOf } from '../errors.ts';

/** What the system answers about a file or folder; null where there is none (ENOENT). */
export async function ifThere<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}
