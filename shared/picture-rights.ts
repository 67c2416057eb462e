/** The attributes of images that say where and how long a picture may be shown, and what they exclude. */
import { foldText, splitList } from './text.ts'

/** The set of attributes that is offered; each is an ordinary one. */
export const rightsAttributes = [
  { key: 'license', name: 'License', data_type: 'single_line_text_field' },
  { key: 'rights_holder', name: 'Rights holder', data_type: 'single_line_text_field' },
  { key: 'rights_territory', name: 'Allowed countries', data_type: 'single_line_text_field' },
  { key: 'rights_channels', name: 'Allowed channels', data_type: 'single_line_text_field' },
  { key: 'valid_from', name: 'Valid from', data_type: 'date' },
  { key: 'valid_to', name: 'Valid to', data_type: 'date' },
] as const
export type RightsKey = (typeof rightsAttributes)[number]['key']

/** Why a picture is left out of what is sent to somebody. */
export const rightsReasons = ['rights_expired', 'rights_territory', 'rights_channel'] as const
export type RightsReason = (typeof rightsReasons)[number]

export type PictureRights = Readonly<Partial<Record<RightsKey, string>>>

/** Where a picture is to be shown: a day as `2026-11-29`, the names of a channel, countries by their codes. */
export interface Showing {
  readonly day: string
  readonly channel: readonly string[]
  readonly countries: readonly string[]
}

/** Why a picture may not be shown there; undefined where it may. Blank rights allow everything. */
export function refusedBy(rights: PictureRights, showing: Showing): RightsReason | undefined {
  return rightsReasons.find((reason) => refusals[reason](rights, showing))
}

const refusals: Readonly<Record<RightsReason, (rights: PictureRights, showing: Showing) => boolean>> = {
  // A day may have a time behind it.
  rights_expired: ({ valid_from: from = '', valid_to: to = '' }, { day }) =>
    (to !== '' && to.slice(0, 10) < day) || from.slice(0, 10) > day,
  rights_territory: ({ rights_territory: territory }, { countries }) => {
    const allowed = listOf(territory).map(toCountry)
    return allowed.length > 0 && countries.some((country) => !allowed.includes(toCountry(country)))
  },
  rights_channel: ({ rights_channels: channels }, { channel }) => {
    const allowed = listOf(channels)
    return allowed.length > 0 && !channel.some((name) => allowed.includes(foldText(name)))
  },
}

function listOf(text = ''): string[] {
  return splitList(text).map((part) => foldText(part))
}

let countryNames: ReadonlyMap<string, string> | undefined

/** The code of a country that is named by it, or in English or German. */
function toCountry(text: string): string {
  const folded = foldText(text)
  countryNames ??= listCountryNames()
  return countryNames.get(folded) ?? folded
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

function listCountryNames(): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const language of ['de', 'en']) {
    const named = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
      const name = named.of(code)
      if (name !== undefined) names.set(foldText(name), foldText(code))
    }
  }
  return names
}
