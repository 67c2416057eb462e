import { appliedStatuses, type AssetApply, type AssetPlanRow, type AssetStatus } from '#shared/assets.ts'
import { isOneOf } from '#shared/text.ts'

/** A product that somebody has given a file, or null where the file is left out. */
export interface ChosenProduct {
  readonly id: string
  readonly label: string
}

export type Choices = ReadonlyMap<number, ChosenProduct | null>

const usable: readonly AssetStatus[] = [
  'matched',
  'replaces',
  'ambiguous',
  'unmatched',
  'too_small',
  'duplicate_of',
]

/** Whether a file can be placed at all, by a choice where the rules have found no product. */
export function canBePlaced({ status, file }: AssetPlanRow): boolean {
  return file.hash !== null && isOneOf(usable, status)
}

/** The product that a row goes to: the chosen one, else that of the plan; undefined where it goes nowhere. */
export function productOf(row: AssetPlanRow, choices: Choices): ChosenProduct | undefined {
  const chosen = choices.get(row.index)
  if (chosen !== undefined) return chosen ?? undefined
  const isPlanned = isOneOf<string>(appliedStatuses, row.status) && row.entity !== null
  return isPlanned && row.entity ? { id: row.entity.id, label: row.entity.label ?? '' } : undefined
}

/** Rows that nobody has decided on and that the plan does not place. */
export function needsLook(row: AssetPlanRow, choices: Choices): boolean {
  return row.status !== 'already_there' && !choices.has(row.index) && productOf(row, choices) === undefined
}

export function toApply(choices: Choices): AssetApply {
  const corrections = [...choices].map(([index, product]) => ({ index, entity_id: product?.id ?? null }))
  return { accept: 'all', ...(corrections.length > 0 && { corrections }) }
}

/**
 * The products that pictures seem to show, where the workspace has none of them: by the name of each file
 * without its number or view, or by its folder where that is how the files are sorted.
 *
 *     CH-100_1.jpg, CH-100_2.jpg → CH-100    chairs/CH-100/front.jpg → CH-100
 */
export function productNames(files: readonly string[]): readonly string[] {
  const names = new Map<string, string>()
  for (const file of files) {
    const name = productName(file)
    if (name !== undefined && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name)
  }
  return [...names.values()]
}

const maxNameLength = 120
const copyMarks = /(?:\s*\(\d{1,3}\)|[_\- ](?:copy|kopie|final))+$/i
const sizes = /[_\- ]\d{2,5}x\d{2,5}/gi
const views = 'front|back|side|left|right|top|bottom|detail|vorne|hinten|seite'
const viewEnding = new RegExp(String.raw`[_\- ]+(?:${views})$`, 'i')
const onlyPosition = new RegExp(
  String.raw`^(?:(?:img|dsc|pic|bild|foto|photo)?[_\- ]?\d{1,6}|[a-z]|${views})$`,
  'i',
)

function productName(file: string): string | undefined {
  const steps = file.normalize('NFC').split('/')
  const base = (steps.pop() ?? '')
    .replace(/\.[^.]{1,5}$/, '')
    .replace(sizes, '')
    .replace(copyMarks, '')
  const folder = steps.at(-1)
  const stem = withoutNumber(base.replace(viewEnding, '')).trim()
  const isPosition = stem === '' || onlyPosition.test(base)
  const name = isPosition && folder !== undefined ? folder.trim() : stem
  return name === '' || name.length > maxNameLength ? undefined : name
}

/** Leaves `CH-100` as it is: a number counts the pictures where the name has digits of its own, or behind words. */
function withoutNumber(name: string): string {
  const [, stem = '', number = ''] = /^(.+?)[_\- ]+(\d{1,3})$/.exec(name) ?? []
  const isCount = /\d/.test(stem) || (number.length < 3 && /[_ ]\d+$/.test(name))
  return isCount && stem !== '' ? stem : name
}
