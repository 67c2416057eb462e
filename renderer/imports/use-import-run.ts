import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { startImport, type ImportRequest } from '../api/imports-queries.ts'
import { cancelJob } from '../api/jobs-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { toSettings, type ImportChoices } from './import-choices.ts'
import { hasPictures } from './plan-columns.ts'
import type { ImportPlan } from './use-import-plan.ts'

export interface ImportRun {
  /** True if the plan is up to date and has no errors that the server would reject. */
  readonly isReady: boolean
  readonly trialId: string | undefined
  readonly jobId: string | undefined
  readonly isStarting: boolean
  readonly error: Error | null
  readonly settings: ImportRequest | undefined
  readonly try: () => void
  readonly import: () => void
}

interface ImportRunOptions {
  readonly uploadId: string
  readonly choices: ImportChoices
  readonly plan: ImportPlan | undefined
  readonly onImport: () => void
}

/** Starts dry runs and the import; changing the choices invalidates a dry run. */
export function useImportRun({ uploadId, choices, plan, onImport }: ImportRunOptions): ImportRun {
  const { api } = useWorkspace()
  const [trial, setTrial] = useState<{ id: string; of: string }>()
  const [jobId, setJobId] = useState<string>()
  const settings = plan && toRequest(choices, plan)
  const { sentPictures } = choices
  const start = useMutation({
    mutationFn: ({ request, isDryRun }: { request: ImportRequest; isDryRun: boolean }) =>
      startImport(api, uploadId, request, isDryRun),
    onSuccess: ({ id }, { request, isDryRun }) => {
      if (isDryRun) return setTrial({ id, of: JSON.stringify([request, sentPictures]) })
      setJobId(id)
      // An import changes the catalog, so earlier dry runs are invalid.
      setTrial(undefined)
      onImport()
    },
  })
  const startWithSettings = (isDryRun: boolean): void => {
    if (settings !== undefined) start.mutate({ request: settings, isDryRun })
  }
  const isErrorCurrent = JSON.stringify(start.variables?.request) === JSON.stringify(settings)
  const isDryRunCurrent =
    trial !== undefined && settings !== undefined && trial.of === JSON.stringify([settings, sentPictures])
  const trialId = isDryRunCurrent ? trial.id : undefined
  useEffect(() => {
    if (trialId === undefined) return undefined
    // A dry run of earlier choices would only keep the machine busy; one that has ended stays as it is.
    return () => void cancelJob(api, trialId).catch(() => undefined)
  }, [api, trialId])
  return {
    isReady: plan !== undefined && !plan.isBehind && plan.preview.problems.length === 0 && hasColumn(plan),
    trialId,
    jobId,
    isStarting: start.isPending,
    error: isErrorCurrent ? start.error : null,
    settings,
    try: () => startWithSettings(true),
    import: () => startWithSettings(false),
  }
}

function toRequest(choices: ImportChoices, plan: ImportPlan): ImportRequest {
  const folder = hasPictures(plan.columns) ? choices.imagesFolder.trim() : ''
  return {
    type: choices.type,
    ...toSettings(choices, plan.columns, plan.mergeKey, plan.preview.creations),
    ...(folder !== '' && { images_folder: folder }),
    ...(choices.corrections.length > 0 && { corrections: [...choices.corrections] }),
  }
}

function hasColumn({ columns }: ImportPlan): boolean {
  return columns.some(({ kind }) => kind !== 'none')
}
