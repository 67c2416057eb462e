import type { ChannelSettings, ChannelSetup } from '#shared/channels.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { formulaLanguage } from '../../store/computed/formulas.ts'
import { listIdsByUuid } from '../../store/tables/entities.ts'
import { findFormulaFault } from '../attributes/check-formula.ts'
import type { Faults } from '../errors.ts'

/** Notes what of the settings of a channel cannot be. */
export function checkSettings(
  db: ReadableDb,
  body: Partial<ChannelSetup>,
  targets: ReadonlySet<string>,
  faults: Faults,
): void {
  const { values = {}, formulas = {}, categories = {} } = body
  checkFormulas(db, formulas, targets, faults)
  for (const target of Object.keys(values))
    if (!targets.has(target)) faults.add(`values.${target}`, 'invalid_value')
  for (const [id, value] of Object.entries(categories))
    if (value !== null && listIdsByUuid(db, 'category', [id]).length === 0)
      faults.add(`categories.${id}`, 'referenced_entity_not_found')
  checkSingles(body, faults)
}

function checkFormulas(
  db: ReadableDb,
  formulas: NonNullable<ChannelSetup['formulas']>,
  targets: ReadonlySet<string>,
  faults: Faults,
): void {
  for (const [target, text] of Object.entries(formulas)) {
    if (!targets.has(target)) faults.add(`formulas.${target}`, 'invalid_value')
    const fault = isSaid(text) ? findFormulaFault(db, text, 'product') : undefined
    if (fault) faults.addSentence(`formulas.${target}`, formulaLanguage().describeFault(fault))
  }
}

function isSaid(text: string | null | undefined): text is string {
  return typeof text === 'string' && text.trim() !== ''
}

function checkSingles({ picture_address: address, currency }: Partial<ChannelSetup>, faults: Faults): void {
  if (typeof address === 'string' && !/^https?:\/\/[^\s?#]+$/i.test(address))
    faults.add('picture_address', 'expected_url')
  if (typeof currency === 'string' && !/^[A-Z]{3}$/.test(currency))
    faults.add('currency', 'invalid_value', ['EUR', 'USD', 'GBP'])
}

/**
 * The settings with the changes of a body, of fields that there are; null and an empty text take away. What is said last of a field, that
 * an attribute fills it, a formula or the same text for all, takes the place of what was said before.
 */
export function changeSettings(
  settings: ChannelSettings,
  body: Partial<ChannelSetup>,
  targets: ReadonlySet<string>,
): ChannelSettings {
  const { mapping, values, formulas, categories, picture_address: address, currency } = body
  const gone = Object.fromEntries(
    Object.keys({ ...settings.values, ...settings.formulas })
      .filter((target) => !targets.has(target))
      .map((target) => [target, null]),
  )
  return {
    ...single('picture_address', address === undefined ? settings.picture_address : address),
    ...single('currency', currency === undefined ? settings.currency : currency),
    values: changed(settings.values, { ...gone, ...emptied(mapping), ...emptied(said(formulas)), ...values }),
    formulas: changed(settings.formulas, {
      ...gone,
      ...emptied(mapping),
      ...emptied(said(values)),
      ...formulas,
    }),
    categories: changed(settings.categories, categories),
  }
}

function said(texts: Readonly<Record<string, string | null>> = {}): Record<string, string | null> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => isSaid(text)))
}

function emptied(members: Readonly<Record<string, unknown>> = {}): Record<string, null> {
  return Object.fromEntries(Object.keys(members).map((target) => [target, null]))
}

function single<Name extends string>(
  name: Name,
  text: string | null | undefined,
): { [Key in Name]?: string } {
  const isSaid = text !== undefined && text !== null && text.trim() !== ''
  return (isSaid ? { [name]: text.trim() } : {}) as { [Key in Name]?: string }
}

function changed(
  before: Readonly<Record<string, string>> = {},
  changes: Readonly<Record<string, string | null>> = {},
): Record<string, string> {
  const entries = Object.entries({ ...before, ...changes })
  return Object.fromEntries(
    entries.flatMap(([key, text]) => (text === null || text.trim() === '' ? [] : [[key, text.trim()]])),
  )
}
