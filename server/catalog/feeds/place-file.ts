/** A file of a place. What the place does not tell is null. */
export interface PlaceFile {
  readonly name: string
  readonly size: number | null
  readonly changedAt: number | null
  readonly etag: string | null
}

/** By what a file is known again: size, time and tag are all that places tell without sending it. */
export function markOf({ size, changedAt, etag }: PlaceFile): string {
  return JSON.stringify([size, changedAt, etag])
}
