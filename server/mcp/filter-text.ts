import { Type } from 'typebox'
import { catalogChecks, briefly } from './tool.ts'

type Conditions = Readonly<Record<string, unknown>>

/** Conditions of what the API takes as one text: here as in every tool, or as that text. */
export const textFilter = Type.Optional(
  briefly(
    Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.String()], { ...catalogChecks }),
    'As in list_entities',
  ),
)

/** The text for such conditions: the query string of a list. */
export function filterText(filter: Conditions | string | undefined): string | undefined {
  if (typeof filter !== 'object') return filter
  return Object.keys(filter).length === 0 ? undefined : `filter=${encodeURIComponent(JSON.stringify(filter))}`
}
