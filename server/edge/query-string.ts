import type { FieldError, IssueCode } from '#shared/errors.ts'
import { guess } from '#shared/nearest.ts'
import { describeUnknown, issueSentence } from '#shared/describe-fault.ts'

/** The result of Fastify's flat parser: an object without a prototype. */
export type RawQuery = Readonly<Record<string, string | string[] | undefined>>

/**
 * Reads the query parameters of one request and collects every fault. Parameters that no `take…` asked for are unknown
 * and become faults in `settle`.
 */
export class QueryReader {
  readonly faults: FieldError[] = []
  readonly #values = new Map<string, readonly string[]>()
  readonly #known = new Set<string>()

  constructor(query: RawQuery, url: string) {
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) this.#values.set(name, Array.isArray(value) ? value : [value])
    }
    for (const name of malformedParameters(url)) {
      this.#values.delete(name)
      this.faults.push({
        field: placeOf(name),
        ...issueSentence('The percent-encoding of this parameter is malformed. Write a % itself as %25.'),
      })
    }
  }

  get names(): string[] {
    return [...this.#values.keys()]
  }

  know(name: string): void {
    this.#known.add(name)
  }

  takeAll(name: string): readonly string[] {
    this.#known.add(name)
    const values = this.#values.get(name) ?? []
    this.#values.delete(name)
    return values
  }

  takeOne(name: string): string | undefined {
    const values = this.takeAll(name)
    if (values.length > 1) {
      this.faults.push({ field: name, ...issueSentence('Send this parameter once.') })
      return undefined
    }
    return values[0]
  }

  takeList(name: string): string[] {
    return this.takeAll(name)
      .flatMap((value) => value.split(','))
      .map((token) => token.trim())
      .filter((token) => token !== '')
  }

  takeInteger<D extends number | undefined>(
    name: string,
    byDefault: D,
    [least, most]: readonly [number, number],
  ): number | D {
    const text = this.takeOne(name)
    if (text === undefined) return byDefault
    const isWhole = /^\d+$/.test(text)
    const value = Number(text)
    if (isWhole && value >= least && value <= most) return value
    const expected = { min: least, ...(most < Number.MAX_SAFE_INTEGER && { max: most }) }
    const issue = isWhole ? 'out_of_range' : 'expected_non_negative_integer'
    this.faults.push({ field: name, issue, expected })
    return byDefault
  }

  takeFlag(name: string): boolean {
    const text = this.takeOne(name)
    if (text !== undefined && text !== 'true' && text !== 'false') this.add(name, 'expected_boolean')
    return text === 'true'
  }

  add(field: string, issue: IssueCode, acceptableValues: readonly string[] = [], sent = ''): void {
    this.faults.push({
      field,
      issue,
      ...guess(sent, acceptableValues),
      ...(acceptableValues.length > 0 && { acceptable_values: [...acceptableValues] }),
    })
  }

  settle(): FieldError[] {
    for (const name of this.names) {
      const issue = issueSentence('This query parameter is not known here.')
      const unknownIssue = explainUnknown(name, [...this.#known])
      this.faults.push({ field: placeOf(name), ...issue, ...unknownIssue })
    }
    this.#values.clear()
    return this.faults
  }
}

const hints: Readonly<Record<string, string>> = {
  page: 'Pages are read with limit and offset, or with cursor, which takes next_cursor of the page before.',
  order: 'A - in front of the key turns the order round: sort=-price.',
}

function explainUnknown(
  name: string,
  known: readonly string[],
): Pick<FieldError, 'did_you_mean' | 'message'> {
  const meant = guessBefore(name, known)
  if (meant !== undefined) return { did_you_mean: meant }
  const unknownIssue = describeUnknown('query parameter', name, known)
  const [, key = ''] = /^([a-z][a-z0-9_]*)(?:\[\w+\])?$/.exec(name) ?? []
  if (unknownIssue.did_you_mean !== undefined || !known.includes('filter') || key === '') return unknownIssue
  const hint =
    hints[key] ?? `A condition on an attribute is written filter[${key}]=value or filter[${key}][lt]=value.`
  return { message: `${unknownIssue.message} ${hint}` }
}

/**
 * Guesses the intended name of a parameter with brackets, such as `fliter[price][gt]`, and keeps the
 * brackets; `filter[status]` of a list with a parameter `status` is that.
 */
function guessBefore(name: string, known: readonly string[]): string | undefined {
  const [, base, brackets = ''] = /^([^[]+)(\[.*\])$/.exec(name) ?? []
  const fixed = brackets.slice(1, -1)
  if (base === 'filter' && known.includes(fixed)) return fixed
  if (base === undefined || known.includes(base)) return undefined
  const { did_you_mean: meant } = guess(base, known)
  return meant === undefined ? undefined : `${meant}${brackets}`
}

function placeOf(name: string): string {
  return name === '' ? 'query' : name
}

export function readQuery(request: { readonly query: unknown; readonly url: string }): QueryReader {
  return new QueryReader(request.query as RawQuery, request.url)
}

/**
 * Returns the names of parameters with invalid percent-encoding; Fastify's parser leaves such text as it
 * is.
 */
function malformedParameters(url: string): string[] {
  const query = url.slice(url.indexOf('?') + 1)
  if (!url.includes('?') || isDecodable(query)) return []
  return query
    .split('&')
    .filter((pair) => !isDecodable(pair))
    .map((pair) => {
      const name = (pair.split('=')[0] ?? '').replaceAll('+', ' ')
      return decode(name) ?? name
    })
}

export function isDecodable(text: string): boolean {
  return !text.includes('%') || decode(text) !== undefined
}

/**
 * The bundler takes decoding for a call without effect: where its value is unused it is removed, and does
 * not throw.
 */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
