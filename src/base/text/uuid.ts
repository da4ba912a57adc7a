// Identifiers that sort by the time they were made: UUID version 7 (RFC 9562, section 5.7).
import { randomBytes } from 'node:crypto';

/** @param at milliseconds since 1970, the first 48 bits; the rest is random */
export function createUuid(at: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(at, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** When a version 7 identifier was made, in milliseconds since 1970. */
export const uuidTime = (uuid: string): number => Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);
