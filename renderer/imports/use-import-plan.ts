import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import type { AttributeDefinition } from '#shared/attributes.ts'
import type { ImportPreview } from '#shared/imports.ts'
import { attributesQuery } from '../api/attributes-queries.ts'
import { previewQuery } from '../api/imports-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { toPreviewRequest, type ImportChoices } from './import-choices.ts'
import { mergeKeyChoices, mergeKeyOf, type MergeKeyChoice } from './merge-keys.ts'
import { planColumns, type PlannedColumn } from './plan-columns.ts'

/** What is known of the file and what would be done with it. */
export interface ImportPlan {
  readonly preview: ImportPreview
  readonly attributes: readonly AttributeDefinition[]
  readonly columns: readonly PlannedColumn[]
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
  const known = useQuery(attributesQuery(api, choices.type))
  const shown = useDeferredValue(preview.data)
  const error = preview.error ?? known.error
  if (shown === undefined || known.data === undefined) return { plan: undefined, error }
  const columns = planColumns(shown, choices, known.data)
  const mergeKeys = mergeKeyChoices(columns, known.data)
  const plan = {
    preview: shown,
    attributes: known.data,
    columns,
    mergeKeys,
    mergeKey: mergeKeyOf(choices.mergeKey, mergeKeys, known.data),
    isBehind: preview.isPlaceholderData || request !== choices || shown !== preview.data,
  }
  return { plan, error }
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
