import { foldText } from '#shared/text.ts'
import type { GridColumn } from '../../query/columns.ts'
import { t } from '../../ui/text.ts'
import { errorText } from '../../ui/toast.tsx'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { updateAttribute } from '../../api/attributes-queries.ts'
import type { PanelProps } from './cell-type.ts'
import type { ListOption } from './option-list.tsx'

export function matchOptions(options: readonly string[], text: string): readonly string[] {
  const wanted = foldText(text)
  if (wanted === '') return options
  const startsWith = (option: string): boolean => foldText(option).startsWith(wanted)
  return options
    .filter((option) => foldText(option).includes(wanted))
    .sort((a, b) => Number(startsWith(b)) - Number(startsWith(a)))
}

export function findOption(options: readonly string[], text: string): string | undefined {
  const wanted = foldText(text)
  return options.find((option) => foldText(option) === wanted)
}

const paletteSize = 7

const stageColors = ['var(--chip-8)', 'var(--chip-1)', 'var(--chip-7)', 'var(--chip-6)', 'var(--chip-5)']

/** Returns the colour of an option: its own, else one of the palette by its index. */
export function optionColor(option: string, { options, constraints, kind }: GridColumn): string {
  const named = constraints.colors?.[option]
  // A named colour is softened so that its text is readable in both themes.
  if (named !== undefined) return `color-mix(in oklab, ${named} 28%, var(--surface))`
  const index = options.indexOf(option)
  if (kind === 'status') return stageColor(index, options.length)
  return index === -1 ? 'var(--chip-8)' : `var(--chip-${(index % paletteSize) + 1})`
}

/** Colour words in English and German, compared folded. */
const words: Readonly<Record<string, string>> = {
  '#ffffff': 'white weiß weiss schneeweiß',
  '#000000': 'black schwarz',
  '#808080': 'grey gray grau',
  '#383e42': 'anthracite anthrazit charcoal graphite graphit',
  '#c0c0c0': 'silver silber silbern',
  '#d4af37': 'gold golden',
  '#b87333': 'copper kupfer',
  '#cd7f32': 'bronze',
  '#d32f2f': 'red rot',
  '#800020': 'burgundy bordeaux burgunder',
  '#7b1e2b': 'wine weinrot',
  '#ff7043': 'coral koralle',
  '#f57c00': 'orange',
  '#fbc02d': 'yellow gelb',
  '#e1ad01': 'mustard senf senfgelb ocker ochre',
  '#fff8e1': 'ivory elfenbein cream creme ecru offwhite off-white',
  '#e8d8b8': 'beige sand',
  '#d2b48c': 'tan taupe',
  '#6d4c41': 'brown braun chocolate schokolade',
  '#c19a6b': 'camel cognac',
  '#388e3c': 'green grün',
  '#6b8e23': 'olive oliv',
  '#c5e1a5': 'pistachio pistazie sage salbei',
  '#98d8c8': 'mint minze',
  '#5b5b35': 'khaki',
  '#008080': 'teal petrol',
  '#30d5c8': 'turquoise türkis',
  '#00bcd4': 'cyan aqua',
  '#1976d2': 'blue blau',
  '#1b2a4e': 'navy marine marineblau dunkelmarine',
  '#4169e1': 'royal königsblau',
  '#5c6bc0': 'indigo',
  '#7b1fa2': 'purple lila violett violet',
  '#c8a2c8': 'lavender lavendel flieder lilac',
  '#e91e63': 'magenta',
  '#f06292': 'pink',
  '#f8bbd0': 'rose rosa rosé altrosa',
}

const colours = new Map(
  Object.entries(words).flatMap(([colour, names]) =>
    names.split(' ').map((name) => [foldText(name), colour] as const),
  ),
)

const shades: readonly (readonly [words: RegExp, mix: string])[] = [
  [/^(light|pale|pastel|hell|pastell)[ -]?/, 'white 45%'],
  [/^(dark|deep|dunkel|tief)[ -]?/, 'black 40%'],
]

const hex = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i

/** The colour of a text: `#1b2a4e`, `navy`, `Hellblau`, `Navy blue`; undefined for other texts. */
export function colourNamed(text: string): string | undefined {
  const folded = foldText(text)
  if (hex.test(folded)) return folded
  const own = colours.get(folded)
  if (own !== undefined) return own
  for (const [word, mix] of shades) {
    const base = word.test(folded) ? colours.get(folded.replace(word, '')) : undefined
    if (base !== undefined) return `color-mix(in oklab, ${base}, ${mix})`
  }
  const [first = '', last = '', ...others] = folded.split(/[ -]/)
  const isPair = others.length === 0 && colours.has(last)
  return isPair ? colours.get(first) : undefined
}

const known = new WeakMap<readonly string[], ReadonlyMap<string, string>>()

/** Returns the colours that options name, if most do: the fruit Orange has none. */
export function swatchesOf(options: readonly string[]): ReadonlyMap<string, string> {
  const found = known.get(options) ?? findSwatches(options)
  known.set(options, found)
  return found
}

function findSwatches(options: readonly string[]): ReadonlyMap<string, string> {
  const named = options.flatMap((option) => {
    const colour = colourNamed(option)
    return colour === undefined ? [] : [[option, colour] as const]
  })
  return new Map(named.length * 2 > options.length ? named : [])
}

export function optionSwatch(option: string, { options }: GridColumn): string | undefined {
  return swatchesOf(options).get(option)
}

export function nothingFound({ name, options }: GridColumn, text: string): string {
  return options.length === 0
    ? t('{name} has no options: type any text.', { name })
    : t('{name} has no option “{text}”.', { name, text: text.trim() })
}

function stageColor(index: number, count: number): string {
  if (index === count - 1 && index > 0) return 'var(--success-soft)'
  return stageColors[index % stageColors.length] ?? 'var(--chip-8)'
}

/**
 * The last entry of a list of options, which creates the typed text as an option. It is never active by
 * itself, so that no option is made by mistake.
 */
export function newOptionEntry({ offered, isBusy }: Pick<NewOption, 'offered' | 'isBusy'>): ListOption[] {
  if (offered === undefined) return []
  const content = (
    <>
      <Plus size={14} aria-hidden />
      {isBusy ? t('Creating “{offered}”…', { offered }) : t('Create “{offered}”', { offered })}
    </>
  )
  return [{ id: ' create', isChosen: false, content }]
}

export function NewOptionFault({ option }: { readonly option: Pick<NewOption, 'fault'> | undefined }) {
  if (option?.fault === undefined) return null
  return (
    <p className="grid-panel-note grid-note-bad" role="alert">
      {option.fault}
    </p>
  )
}

export interface NewOption<T = string> {
  readonly offered: string | undefined
  readonly isBusy: boolean
  readonly fault: string | undefined
  readonly create: (onCreated: (option: T) => void) => void
}

export function useNewEntry<T>(
  offered: string | undefined,
  make: (text: string) => Promise<T>,
): NewOption<T> {
  const [state, setState] = useState<Pick<NewOption, 'isBusy' | 'fault'>>(idle)
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => void (isOpen.current = false)
  }, [])
  const run = async (text: string, onCreated: (option: T) => void): Promise<void> => {
    setState({ isBusy: true, fault: undefined })
    try {
      const made = await make(text)
      if (!isOpen.current) return
      setState(idle)
      onCreated(made)
    } catch (error) {
      setState({ isBusy: false, fault: errorText(error) })
    }
  }
  return {
    offered,
    ...state,
    create: (onCreated) => {
      if (offered !== undefined && !state.isBusy) void run(offered, onCreated)
    },
  }
}

export function useNewOption({ column, context, text, isTyped }: PanelProps): NewOption {
  return useNewEntry(isTyped ? offeredOption(column, text) : undefined, async (option) => {
    const named = { key: column.id, entity_type: context.type }
    await updateAttribute(context.api, named, { add_acceptable_values: [option] })
    return option
  })
}

const idle = { isBusy: false, fault: undefined }

/** A status without options accepts any text; a comma would split one option into two. */
function offeredOption({ options, kind }: PanelProps['column'], text: string): string | undefined {
  const option = text.trim()
  if (option === '' || option.includes(',') || findOption(options, option) !== undefined) return undefined
  return kind === 'status' && options.length === 0 ? undefined : option
}
