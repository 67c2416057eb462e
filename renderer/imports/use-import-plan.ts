import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import type { AttributeDefinition } from '#shared/attributes.ts'
import { type ImportPreview, type ImportQuestion, openSettings } from '#shared/imports.ts'
import { keysOf, tableOf } from '#shared/text.ts'
import { attributesQuery } from '../api/attributes-queries.ts'
import { previewQuery } from '../api/imports-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { toPreviewRequest, type ImportChoices } from './import-choices.ts'
import { findMergeKey, type MergeKeyChoice, mergeKeyChoices } from './merge-key-field.tsx'
import { joinChoices, type PlannedColumn } from './plan-columns.ts'

export interface ImportPlan {
  readonly preview: ImportPreview
  readonly attributes: readonly AttributeDefinition[]
  readonly columns: readonly PlannedColumn[]
  readonly questions: readonly ImportQuestion[]
  readonly mergeKeys: readonly MergeKeyChoice[]
  readonly mergeKey: string
  readonly isBehind: boolean
}

const restMs = 250

/** The plan for a file under the current choices; the former one is shown until the server answers. */
export function useImportPlan(
  uploadId: string,
  choices: ImportChoices,
): { plan: ImportPlan | undefined; error: Error | null } {
  const { api } = useWorkspace()
  const request = useRested(choices)
  const file = { uploadId, sentPictures: request.sentPictures }
  const preview = useQuery(previewQuery(api, file, toPreviewRequest(request)))
  const asked = useQuery(previewQuery(api, file, toPreviewRequest(unanswered(request))))
  const known = useQuery(attributesQuery(api, choices.type))
  const shown = useDeferredValue(preview.data)
  const error = preview.error ?? known.error
  if (shown === undefined || known.data === undefined) return { plan: undefined, error }
  const columns = joinChoices(shown, choices, known.data)
  const mergeKeys = mergeKeyChoices(shown.merge_keys, columns, known.data)
  const plan = {
    preview: shown,
    attributes: known.data,
    columns,
    questions: asked.data?.questions ?? shown.questions,
    mergeKeys,
    mergeKey: findMergeKey(choices.mergeKey, mergeKeys, shown.merge_key),
    isBehind: preview.isPlaceholderData || request !== choices || shown !== preview.data,
  }
  return { plan, error }
}

/**
 * Omits the answers, since the preview with the question is still cached: an answer can be changed while
 * its question is visible.
 */
function unanswered(choices: ImportChoices): ImportChoices {
  return { ...choices, ...tableOf(keysOf(openSettings), () => undefined) }
}

/**
 * Returns the choices once they have been stable for a moment, so that typing does not send a request for
 * every letter.
 */
function useRested(choices: ImportChoices): ImportChoices {
  const [rested, setRested] = useState(choices)
  useEffect(() => {
    const timer = setTimeout(() => setRested(choices), restMs)
    return () => clearTimeout(timer)
  }, [choices])
  return rested
}
