// The kinds of settings that sections of the configuration are made of, each with what to write where a value is refused.
import path from 'node:path';
import { z } from 'zod';
import { isEndpoint, trimSlash } from '../base/text/url.ts';
import { resolving, withRemedy } from './explain.ts';
import {
  type Surroundings,
  durationPattern,
  expandHome,
  parseDuration,
  resolveSecret,
  urlFromEnvironment,
} from './values.ts';

export type Fields = ReturnType<typeof createFields>;

/** A hundred years: what is longer leads past the end of the calendar that programs have. */
const maxDurationMs = 36_500 * 86_400_000;

/** @param around what paths, secrets and defaults of the environment are resolved against */
export function createFields(around: Surroundings) {
  /** @param give completes the sentence "Give …" */
  const setting = <Schema extends z.ZodType>(schema: Schema, give: string): Schema => withRemedy(schema, { give });
  /** No system takes a path that holds a zero. */
  const place = z.string().refine((given) => !given.includes('\0'));
  const absolute = (given: string): string => path.resolve(around.folder, expandHome(given));
  return {
    setting,
    /** A section that may be left out: then all its settings have their defaults. */
    section: <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(shape).prefault({} as never),
    /** Not the root of all files, which no program should fill, read whole or close to others. */
    folder: (fallback: string) =>
      setting(
        place
          .min(1)
          .refine((given) => absolute(given) !== path.parse(absolute(given)).root)
          .prefault(fallback)
          .transform(absolute),
        'the path of a folder, in quotes; not "/"',
      ),
    file: (give: string) => setting(place.transform(absolute).optional(), give),
    count: (fallback: number, largest: number) =>
      setting(
        z.int().min(1).max(largest).default(fallback),
        `a whole number from 1 to ${largest}, such as ${fallback}`,
      ),
    flag: (fallback: boolean) => setting(z.boolean().default(fallback), 'true or false, without quotes'),
    /** @param variable of the environment, which replaces the default */
    url: (fallback: string, variable?: string) =>
      setting(
        z
          .string()
          .refine(isEndpoint)
          .default(fallback)
          .transform(
            resolving((given) =>
              trimSlash(given === fallback ? (urlFromEnvironment(variable, around) ?? given) : given),
            ),
          ),
        `a URL that begins with http:// or https:// and holds no name and password, such as "${fallback}"`,
      ),
    duration: (fallback: string) =>
      setting(
        z
          .string()
          .regex(durationPattern)
          .refine((given) => parseDuration(given) > 0 && parseDuration(given) <= maxDurationMs)
          .prefault(fallback)
          .transform(parseDuration),
        `a duration such as "90s", "30m", "${fallback}" or "7d", not 0`,
      ),
    /** As `ResolvedSecret`: the part that knows the host says which of the two it takes. */
    secret: (variable: string, ...credentials: string[]) =>
      withRemedy(
        z
          .union([z.string(), z.strictObject({ env: z.string().min(1) }), z.strictObject({ file: place.min(1) })])
          .optional()
          .transform(resolving((given) => resolveSecret(given, variable, credentials, around))),
        { give: `the secret in quotes, or {env = "${variable}"}, or {file = "PATH"}`, secret: true, variable },
      ),
  };
}
