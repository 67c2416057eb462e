import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import { type AttributeDefinition, dataTypeTraits } from '#shared/attributes.ts'
import type { ImportPreview, ImportQuestion } from '#shared/imports.ts'
import { attributesQuery } from '../api/attributes-queries.ts'
import { previewQuery } from '../api/imports-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { toPreviewRequest, type ImportChoices } from './import-choices.ts'
import { joinChoices, type PlannedColumn, isOwnFile } from './plan-columns.ts'

/** What is known of the file and what would be done with it. */
export interface ImportPlan {
  readonly preview: ImportPreview
  readonly attributes: readonly AttributeDefinition[]
  readonly columns: readonly PlannedColumn[]
  /** What the file leaves open, answered or not. */
  readonly questions: readonly ImportQuestion[]
  readonly mergeKeys: readonly MergeKeyChoice[]
  /** Empty where every row is new. */
  readonly mergeKey: string
  /** True while the preview of the newest choices is still being made. */
  readonly isBehind: boolean
}

const restMs = 250

/** The plan for a file under the present choices; the one before is shown until the server has looked anew. */
export function useImportPlan(
  uploadId: string,
  choices: ImportChoices,
): { plan: ImportPlan | undefined; error: Error | null } {
  const { api } = useWorkspace()
  const request = useRested(choices)
  const preview = useQuery(previewQuery(api, uploadId, toPreviewRequest(request)))
  const asked = useQuery(previewQuery(api, uploadId, toPreviewRequest(unanswered(request))))
  const known = useQuery(attributesQuery(api, choices.type))
  const shown = useDeferredValue(preview.data)
  const error = preview.error ?? known.error
  if (shown === undefined || known.data === undefined) return { plan: undefined, error }
  const columns = joinChoices(shown, choices, known.data)
  const mergeKeys = mergeKeyChoices(columns, known.data)
  const plan = {
    preview: shown,
    attributes: known.data,
    columns,
    questions: asked.data?.questions ?? shown.questions,
    mergeKeys,
    mergeKey: findMergeKey(choices.mergeKey ?? keyOfShop(shown), mergeKeys, known.data),
    isBehind: preview.isPlaceholderData || request !== choices || shown !== preview.data,
  }
  return { plan, error }
}

/** An answer can be changed as long as its question is in sight: the preview that asked it is still at hand. */
function unanswered(choices: ImportChoices): ImportChoices {
  return { ...choices, decimal: undefined, dates: undefined }
}

/** By what a shop tells its products apart, they are found. */
function keyOfShop({ shape, merge_key: mergeKey }: ImportPreview): string | undefined {
  return shape === null ? undefined : (mergeKey ?? undefined)
}

/** The choices once they have rested a moment, so that typing does not ask the server for every letter. */
function useRested(choices: ImportChoices): ImportChoices {
  const [rested, setRested] = useState(choices)
  useEffect(() => {
    const timer = setTimeout(() => setRested(choices), restMs)
    return () => clearTimeout(timer)
  }, [choices])
  return rested
}

interface MergeKeyChoice {
  readonly key: string
  readonly name: string
}

/** The columns that can tell which entity a row is: ids of an own file, text attributes, and columns that become attributes. */
export function mergeKeyChoices(
  columns: readonly PlannedColumn[],
  attributes: readonly AttributeDefinition[],
): MergeKeyChoice[] {
  const ids = isOwnFile(columns) ? [{ key: 'id', name: 'ID' }] : []
  return [...ids, ...columns.flatMap((column) => choiceOf(column, attributes))]
}

function choiceOf(
  { kind, header, rule }: PlannedColumn,
  attributes: readonly AttributeDefinition[],
): MergeKeyChoice[] {
  if (rule.key === null) return []
  if (kind === 'new') return [{ key: rule.key, name: header }]
  const attribute = kind === 'attribute' ? attributes.find(({ key }) => key === rule.key) : undefined
  const isText = attribute !== undefined && dataTypeTraits[attribute.data_type].isFreeText
  return isText ? [{ key: attribute.key, name: attribute.name }] : []
}

const usualKeys = [
  'sku',
  'id',
  'handle',
  'variant_sku',
  'ean',
  'gtin',
  'code',
  'file_name',
  'url_key',
  'name',
]

/** The merge key to suggest: the ids of an own file, a code by its usual name, else what names the entities, else none. */
function suggestMergeKey(
  choices: readonly MergeKeyChoice[],
  attributes: readonly AttributeDefinition[],
): string {
  if (choices[0]?.key === 'id') return 'id'
  for (const usual of usualKeys) {
    if (choices.some(({ key }) => key === usual)) return usual
  }
  const primary = attributes.find(({ is_primary: isPrimary }) => isPrimary)
  return choices.find(({ key }) => key === primary?.key)?.key ?? ''
}

/** The merge key that holds: the chosen one while its column is there, else the suggested one. Empty for none. */
export function findMergeKey(
  chosen: string | undefined,
  choices: readonly MergeKeyChoice[],
  attributes: readonly AttributeDefinition[],
): string {
  const isThere = chosen === '' || choices.some(({ key }) => key === chosen)
  return isThere && chosen !== undefined ? chosen : suggestMergeKey(choices, attributes)
}
