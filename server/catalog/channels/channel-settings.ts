import type { ChannelSettings, ChannelSetup } from '#shared/channels.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { listIdsByUuid } from '../../store/tables/entities.ts'
import type { Faults } from '../errors.ts'

/** Notes what of the settings of a channel cannot be. */
export function checkSettings(
  db: ReadableDb,
  body: Partial<ChannelSetup>,
  targets: ReadonlySet<string>,
  faults: Faults,
): void {
  const { values = {}, categories = {} } = body
  for (const target of Object.keys(values))
    if (!targets.has(target)) faults.add(`values.${target}`, 'invalid_value')
  for (const [id, value] of Object.entries(categories))
    if (value !== null && listIdsByUuid(db, 'category', [id]).length === 0)
      faults.add(`categories.${id}`, 'referenced_entity_not_found')
  checkSingles(body, faults)
}

function checkSingles({ picture_address: address, currency }: Partial<ChannelSetup>, faults: Faults): void {
  if (typeof address === 'string' && !/^https?:\/\/[^\s?#]+$/i.test(address))
    faults.add('picture_address', 'expected_url')
  if (typeof currency === 'string' && !/^[A-Z]{3}$/.test(currency))
    faults.add('currency', 'invalid_value', ['EUR', 'USD', 'GBP'])
}

/** The settings with the changes of a body; null and an empty text take away. An attribute that is mapped takes the place of a fixed value. */
export function changeSettings(settings: ChannelSettings, body: Partial<ChannelSetup>): ChannelSettings {
  const { mapping = {}, values, categories, picture_address: address, currency } = body
  const mapped = Object.fromEntries(Object.keys(mapping).map((target) => [target, null]))
  return {
    ...single('picture_address', address === undefined ? settings.picture_address : address),
    ...single('currency', currency === undefined ? settings.currency : currency),
    values: changed(settings.values, { ...mapped, ...values }),
    categories: changed(settings.categories, categories),
  }
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
