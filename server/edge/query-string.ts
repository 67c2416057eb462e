import type { FieldError, IssueCode } from '#shared/errors.ts'
import { guess } from '#shared/nearest.ts'
import { describeUnknown, issueSentence } from '#shared/describe-fault.ts'

/** What Fastify's flat parser makes of a query string: an object without a prototype. */
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

  /** Every name that has not been taken yet. */
  get names(): string[] {
    return [...this.#values.keys()]
  }

  /** Names a parameter that is taken under names of its own, for who asks what is known. */
  know(name: string): void {
    this.#known.add(name)
  }

  takeAll(name: string): readonly string[] {
    this.#known.add(name)
    const values = this.#values.get(name) ?? []
    this.#values.delete(name)
    return values
  }

  /** The value of a parameter that must not be repeated. */
  takeOne(name: string): string | undefined {
    const values = this.takeAll(name)
    if (values.length > 1) {
      this.faults.push({ field: name, ...issueSentence('Send this parameter once.') })
      return undefined
    }
    return values[0]
  }

  /** The comma-separated tokens of a parameter, repeated or not; blanks are dropped. */
  takeList(name: string): string[] {
    return this.takeAll(name)
      .flatMap((value) => value.split(','))
      .map((token) => token.trim())
      .filter((token) => token !== '')
  }

  /** A plain integer that is not negative, or the default where the parameter is missing or faulty. */
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

  /** `true` or `false`; a missing one is false. */
  takeFlag(name: string): boolean {
    const text = this.takeOne(name)
    if (text !== undefined && text !== 'true' && text !== 'false') this.add(name, 'expected_boolean')
    return text === 'true'
  }

  /** `sent` is what is none of the acceptable values. */
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

/** Of a parameter with brackets, such as `fliter[price][gt]`: the one that was probably meant, with the same brackets. */
function guessBefore(name: string, known: readonly string[]): string | undefined {
  const [, base, brackets = ''] = /^([^[]+)(\[.*\])$/.exec(name) ?? []
  if (base === undefined || known.includes(base)) return undefined
  const { did_you_mean: meant } = guess(base, known)
  return meant === undefined ? undefined : `${meant}${brackets}`
}

/** A parameter without a name (`?=1`) still has a place in the request. */
function placeOf(name: string): string {
  return name === '' ? 'query' : name
}

/** Starts reading the query string of a request. */
export function readQuery(request: { readonly query: unknown; readonly url: string }): QueryReader {
  return new QueryReader(request.query as RawQuery, request.url)
}

/** The names of the parameters whose encoding no decoder accepts; Fastify's parser leaves such text as it is. */
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

/** Tells whether every percent sequence stands for well-formed UTF-8. */
export function isDecodable(text: string): boolean {
  return !text.includes('%') || decode(text) !== undefined
}

/** The bundler takes decoding for a call without effect: where its value is not used it is left out, and throws no more. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
