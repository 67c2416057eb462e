import { type AttributeConfig, dataTypeTraits } from '#shared/attributes.ts'
import type { EntityType } from '#shared/entities.ts'
import { areCallsFree } from '#shared/local-address.ts'
import type { GenerationMode, NewGeneration, OverwriteMode } from '#shared/generations.ts'
import type { Provider } from '#shared/providers.ts'
import { toListParams } from '../query/list-params.ts'
import type { RowScope } from '../state/dialogs.ts'
import type { ChosenRows } from '../state/use-chosen-rows.ts'
import { cachedByLanguage, t } from '../ui/text.ts'

export interface RunChoices {
  readonly attributes: readonly string[]
  readonly scope: RowScope
  readonly overwrite: OverwriteMode
  readonly mode: GenerationMode
  readonly budget: string
  /** Empty for the default provider. */
  readonly provider: string
  readonly model: string
}

export type RunRows = Pick<NewGeneration, 'ids' | 'filter' | 'filter_join'>

export function toRunRows(rows: ChosenRows): RunRows {
  if ('ids' in rows) return { ids: [...rows.ids] }
  return { filter: new URLSearchParams(toListParams({ ...rows.query, sort: [] })).toString() }
}

/** The body of the run without its budget, which its estimate does not depend on. */
export function toEstimateBody(type: EntityType, choices: RunChoices, rows: RunRows): NewGeneration {
  const { attributes, overwrite, mode, provider } = choices
  const model = choices.model.trim()
  return {
    type,
    attributes: [...attributes],
    ...rows,
    overwrite,
    mode,
    ...(provider !== '' && { provider }),
    ...(model !== '' && { model }),
  }
}

export function readDollars(text: string): number | undefined {
  const trimmed = text
    .trim()
    .replace(/^\$\s*/, '')
    .replace(',', '.')
  const amount = Number(trimmed)
  return /^\d*\.?\d+$/.test(trimmed) && amount > 0 ? amount : undefined
}

export function areCallsPaid(
  { price, base_url: baseUrl }: Pick<Provider, 'price' | 'base_url'>,
  attributes: readonly Pick<AttributeConfig, 'data_type'>[],
): boolean {
  return attributes.some(
    ({ data_type: type }) => !areCallsFree(price, baseUrl, dataTypeTraits[type].media ?? 'text'),
  )
}

export function findBudgetFault(text: string, isNeeded: boolean): string | undefined {
  if (!isNeeded || readDollars(text) !== undefined) return undefined
  return text.trim() === ''
    ? t('Enter the amount in dollars at which it stops.')
    : t('Enter an amount of dollars above 0, such as 2.50.')
}

export const overwriteTexts = cachedByLanguage((): Readonly<Record<OverwriteMode, string>> => ({
  empty: t('Only where there is no value'),
  stale: t('Also values whose sources have changed since'),
  all: t('Everything, also what people have written'),
}))
