/**
 * How the name of a file can be read: the texts that may hold a key, and what may follow it.
 *
 * readName('Summer/CH-100_2 (1).JPG').stems // ['ch-100_2 (1)', 'ch-100_2']
 * splitsOf('ch-100_2', compileTemplate('{key}[_- ]{n}')) // key 'ch-100', n 2; key 'ch-100_2' alone
 */
import { foldText } from '#shared/text.ts'

export interface FileName {
  /** The folders around the file, the outermost first, folded. */
  readonly folders: readonly string[]
  /** The folded name with its extension. */
  readonly base: string
  /** The folded name without its extension, then without marks of copies and sizes. */
  readonly stems: readonly string[]
  /** The number of a copy, such as 2 in `CH-100 (2)`, by which pictures without a number are ordered. */
  readonly copy: number | undefined
}

const extension = /\.[a-z0-9]{1,5}$/
const copyNumber = /\s*\((\d{1,3})\)$/
const marks = [
  copyNumber,
  /^(copy of|kopie von|copie de|copia de|copia di)\s+/,
  /(?:[\s_-]+|\s*\()(copy|kopie|copie|copia|final|edited|edit|bearbeitet)\)?([\s_-]*\d{1,2})?$/,
  /@[23]x$/,
  // A size stands anywhere behind the key: CH-100_1200x1200_2.
  /[\s_-]+\(?\d{2,5}\s?[x×]\s?\d{2,5}(px)?\)?(?=$|[\s_-])/,
]
const maxMarks = 4

/** Reads the name of a file, which may carry folders separated by `/` or `\`. */
export function readName(name: string): FileName {
  const parts = name.split(/[\\/]+/).flatMap((part) => (part.trim() === '' ? [] : [foldText(part)]))
  const base = parts.at(-1) ?? ''
  const stems = [withoutExtension(base)]
  for (let stem = stems[0]; stem !== undefined && stems.length <= maxMarks;) {
    stem = withoutMark(stem)
    if (stem !== undefined) stems.push(stem)
  }
  const copy = stems.map((stem) => copyNumber.exec(stem)?.[1]).find(Boolean)
  return { folders: parts.slice(0, -1), base, stems, copy: copy === undefined ? undefined : Number(copy) }
}

export function withoutExtension(base: string): string {
  const stem = base.replace(extension, '')
  return stem === '' ? base : stem
}

function withoutMark(stem: string): string | undefined {
  const shorter = marks.map((mark) => stem.replace(mark, '')).find((left) => left !== stem)
  return shorter === undefined || shorter === '' ? undefined : shorter
}

/** One way to read a text: the part that may be a key, with its number and view. */
export interface Split {
  readonly key: string
  readonly n: number | undefined
  readonly view: string | undefined
}

type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'class'; readonly signs: string }
  | { readonly kind: 'key' }
  | { readonly kind: 'n' }
  | { readonly kind: 'view' }

/** A template such as `{key}[_- ]{n}`, in every form that leaves out `{n}` or `{view}`. */
export interface Template {
  readonly forms: readonly (readonly Part[])[]
  readonly views: readonly string[]
}

export const defaultViews: readonly string[] = ['front', 'back', 'detail']

const token = /\{(key|n|view)\}|\[([^\]]+)\]|([^{[]+|[{[])/gy

/** Compiles a template; undefined where `{key}` is not in it exactly once, or another part twice. */
export function compileTemplate(text: string, views: readonly string[] = defaultViews): Template | undefined {
  const parts = [...foldTemplate(text).matchAll(token)].map(toPart)
  const count = (kind: Part['kind']) => parts.filter((part) => part.kind === kind).length
  if (count('key') !== 1 || count('n') > 1 || count('view') > 1) return undefined
  const leftOut: readonly (readonly Part['kind'][])[] = [[], ['n'], ['view'], ['n', 'view']]
  const forms = leftOut.map((kinds) => kinds.reduce(leaveOut, parts))
  const unique = new Map(forms.map((form) => [JSON.stringify(form), form]))
  return { forms: [...unique.values()], views: views.map(foldText) }
}

// White space at an end of the template is part of it.
function foldTemplate(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

function toPart([, kind, signs, text]: RegExpMatchArray): Part {
  if (kind !== undefined) return { kind: kind as 'key' | 'n' | 'view' }
  return signs === undefined ? { kind: 'text', text: text ?? '' } : { kind: 'class', signs }
}

/** Leaves out a part with its separator, which stands between it and the key. */
function leaveOut(parts: readonly Part[], kind: Part['kind']): readonly Part[] {
  const at = parts.findIndex((part) => part.kind === kind)
  if (at < 0) return parts
  const isBehindKey = parts.slice(0, at).some((part) => part.kind === 'key')
  const separator = isBehindKey ? at - 1 : at + 1
  const hasSeparator = parts[separator]?.kind === 'class' || parts[separator]?.kind === 'text'
  return parts.filter((_, index) => index !== at && !(hasSeparator && index === separator))
}

/** Every way in which a template reads a folded text, those with the most parts first. */
export function splitsOf(text: string, { forms, views }: Template): Split[] {
  return forms.flatMap((form) => [...readForm(text, form, views, 0, {})])
}

interface PartValues {
  readonly key?: string
  readonly n?: number
  readonly view?: string
}

function* readForm(
  text: string,
  [part, ...rest]: readonly Part[],
  views: readonly string[],
  from: number,
  values: PartValues,
): Generator<Split> {
  if (part === undefined) {
    if (from === text.length && values.key) yield { key: values.key, n: values.n, view: values.view }
    return
  }
  for (const [end, more] of readPart(text, part, views, from))
    yield* readForm(text, rest, views, end, { ...values, ...more })
}

type Step = readonly [end: number, values: PartValues]

type ReadPart<Kind extends Part['kind']> = (
  text: string,
  part: Extract<Part, { readonly kind: Kind }>,
  from: number,
  views: readonly string[],
) => Step[]

const readers: { readonly [Kind in Part['kind']]: ReadPart<Kind> } = {
  text: (text, part, from) => (text.startsWith(part.text, from) ? [[from + part.text.length, {}]] : []),
  class: (text, { signs }, from) => {
    let end = from
    while (end < text.length && signs.includes(text[end] ?? '')) end += 1
    return end > from ? [[end, {}]] : []
  },
  n: (text, _part, from) => {
    const digits = /^\d{1,4}/.exec(text.slice(from, from + 4))?.[0]
    return digits === undefined ? [] : [[from + digits.length, { n: Number(digits) }]]
  },
  view: (text, _part, from, views) =>
    views.flatMap((view): Step[] => (text.startsWith(view, from) ? [[from + view.length, { view }]] : [])),
  key: (text, _part, from) =>
    Array.from({ length: text.length - from }, (_, index): Step => {
      const end = from + index + 1
      return [end, { key: text.slice(from, end) }]
    }),
}

function readPart<Kind extends Part['kind']>(
  text: string,
  part: Extract<Part, { readonly kind: Kind }>,
  views: readonly string[],
  from: number,
): Step[] {
  const kind: Kind = part.kind
  return readers[kind](text, part, from, views)
}

const separators = ' _-.,()[]+#'
const betweenWords = /[ _\-.,()[\]+#]+/

/**
 * The ways to read a text without a template: a key at its beginning that ends at a separator, and words
 * behind it, among which a number and a view are looked for.
 */
export function freeSplitsOf(text: string, views: readonly string[] = defaultViews): Split[] {
  const ends = Array.from(text, (_, at) => at).filter((at) => at > 0 && separators.includes(text[at] ?? ''))
  return [...ends, text.length].reverse().map((end) => ({
    key: text.slice(0, end),
    ...wordsBehind(text.slice(end), views),
  }))
}

/** The number and the view among the words behind a key. */
export function wordsBehind(text: string, views: readonly string[]): Pick<Split, 'n' | 'view'> {
  const words = text.split(betweenWords)
  const n = words.find((word) => /^\d{1,4}$/.test(word))
  return { n: n === undefined ? undefined : Number(n), view: words.find((word) => views.includes(word)) }
}
