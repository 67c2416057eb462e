import { foldText } from '#shared/text.ts'
import type { GridColumn } from '../../query/columns.ts'
import { swatchesOf } from './colour-words.ts'
import { t } from '../../ui/text.ts'

/** The options that hold the typed text, those that start with it first. */
export function matchOptions(options: readonly string[], text: string): readonly string[] {
  const wanted = foldText(text)
  if (wanted === '') return options
  const startsWith = (option: string): boolean => foldText(option).startsWith(wanted)
  return options
    .filter((option) => foldText(option).includes(wanted))
    .sort((a, b) => Number(startsWith(b)) - Number(startsWith(a)))
}

/** The option that the text names, whatever its case. */
export function findOption(options: readonly string[], text: string): string | undefined {
  const wanted = foldText(text)
  return options.find((option) => foldText(option) === wanted)
}

const paletteSize = 7

/** The stages of a status run from grey over blue and amber to green. */
const stageColors = ['var(--chip-8)', 'var(--chip-1)', 'var(--chip-7)', 'var(--chip-6)', 'var(--chip-5)']

/** The colour of an option: the one the attribute names, else one of the palette by its place. */
export function optionColor(option: string, { options, constraints, kind }: GridColumn): string {
  const named = constraints.colors?.[option]
  // A named colour is softened so that the text on it reads in both themes.
  if (named !== undefined) return `color-mix(in oklab, ${named} 28%, var(--surface))`
  const index = options.indexOf(option)
  if (kind === 'status') return stageColor(index, options.length)
  return index === -1 ? 'var(--chip-8)' : `var(--chip-${(index % paletteSize) + 1})`
}

/** The colour that an option names, where the options of the attribute are colours. */
export function optionSwatch(option: string, { options }: GridColumn): string | undefined {
  return swatchesOf(options).get(option)
}

/** Says why the list of options is empty. */
export function nothingFound({ name, options }: GridColumn, text: string): string {
  return options.length === 0
    ? t('{name} has no options: type any text.', { name })
    : t('{name} has no option “{text}”.', { name, text: text.trim() })
}

function stageColor(index: number, count: number): string {
  if (index === count - 1 && index > 0) return 'var(--success-soft)'
  return stageColors[index % stageColors.length] ?? 'var(--chip-8)'
}
