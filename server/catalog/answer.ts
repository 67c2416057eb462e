/** A finished answer: UTF-8 JSON bytes that the thread boundary transfers instead of copying. */
export interface Answer {
  readonly status: number
  readonly body: Uint8Array
  /** Path below the API root, for the Location header. */
  readonly location?: string
}

/** `{ "data": … }` around ready JSON. */
export function dataAnswer(status: number, json: string, location?: string): Answer {
  return { status, body: Buffer.from(`{"data":${json}}`), ...(location !== undefined && { location }) }
}

/** Any ready JSON as the whole body. */
export function jsonAnswer(status: number, json: string): Answer {
  return { status, body: Buffer.from(json) }
}
