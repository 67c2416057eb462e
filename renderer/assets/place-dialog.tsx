import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AssetMode } from '#shared/assets.ts'
import { isTerminal, type Job } from '#shared/jobs.ts'
import { galleryAttribute, matchDefaults, takesFiles } from '#shared/match-defaults.ts'
import { type MatchSettings, type NamedFile, startMatch, type StoredPicture } from '../api/assets-queries.ts'
import { attributeConfigsQuery, createAttribute } from '../api/attributes-queries.ts'
import { cancelJob, jobQuery } from '../api/jobs-queries.ts'
import type { DialogProps } from '../state/dialogs.ts'
import { Allowed } from '../state/allowed.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Progress, Skeleton } from '../ui/progress.tsx'
import { Select } from '../ui/select.tsx'
import { cachedByLanguage, t } from '../ui/text.ts'
import type { ChosenProduct } from './place-choices.ts'
import { PlacePlan } from './place-plan.tsx'
import './place.css'

export interface PlacePictures {
  readonly files: readonly NamedFile[]
  /** Files that the workspace stores already, instead of new ones. */
  readonly stored?: readonly StoredPicture[] | undefined
  /** The key of the attribute that they were dropped on. */
  readonly attribute?: string | undefined
  /** The product that they were dropped on, which may take all of them. */
  readonly product?: ChosenProduct | undefined
}

declare module '../state/dialogs.ts' {
  interface DialogData {
    'place-pictures': PlacePictures
  }
}

/** Shows which product each dropped picture belongs to before anything is written. */
export function PlaceDialog({ request, onClose }: DialogProps<'place-pictures'>) {
  return (
    <Dialog
      title={t('Place pictures')}
      open={request !== undefined}
      onClose={onClose}
      size="wide"
      keepOnOutsidePress
    >
      {request && <PlaceSteps {...request} onClose={onClose} />}
    </Dialog>
  )
}

interface PlaceStepsProps extends PlacePictures {
  readonly onClose: () => void
}

function PlaceSteps({ files, stored, attribute: dropped, product, onClose }: PlaceStepsProps) {
  const { workspace } = useWorkspace()
  const { data: attributes } = useQuery(attributeConfigsQuery(workspace.id, 'product'))
  const [chosen, setChosen] = useState<{ readonly attribute?: string; readonly as: AssetMode }>({
    as: 'append',
  })
  if (!attributes) return <Skeleton height={160} />
  const { rules, attribute: usual } = matchDefaults(attributes)
  const attribute = chosen.attribute ?? dropped ?? usual
  if (attribute === undefined) return <NoAttribute />
  if (rules.length === 0) return <NoProducts />
  const targets = attributes.filter(takesFiles).map(({ key, name }) => ({ value: key, label: name }))
  return (
    <>
      <div className="place-settings">
        <Field label={t('Into')}>
          {(control) => (
            <Select
              {...control}
              value={attribute}
              options={targets}
              onChange={(next) => setChosen({ ...chosen, attribute: next })}
            />
          )}
        </Field>
        <Field label={t('Pictures that are there')}>
          {(control) => (
            <Select
              {...control}
              value={chosen.as}
              options={modes()}
              onChange={(as) => setChosen({ ...chosen, as })}
            />
          )}
        </Field>
      </div>
      <Matching
        files={files}
        stored={stored}
        settings={{ attribute, as: chosen.as, rules }}
        product={product}
        onClose={onClose}
      />
    </>
  )
}

const modes = cachedByLanguage((): { value: AssetMode; label: string }[] => [
  { value: 'append', label: t('Stay, the new ones come behind them') },
  { value: 'replace', label: t('Are replaced by the new ones') },
  { value: 'fill_empty', label: t('Stay, only products without any get new ones') },
])

function NoAttribute() {
  const { api, workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const create = useMutation({
    mutationFn: () => createAttribute(api, { ...galleryAttribute }),
    onSuccess: () =>
      queryClient.invalidateQueries({ queryKey: attributeConfigsQuery(workspace.id, 'product').queryKey }),
  })
  return (
    <Notice tone="info" title={t('Products have no attribute for pictures yet')}>
      <p>{t('Gallery images is a list of images that products refer to, in their order.')}</p>
      {create.error && <p className="ui-field-error">{create.error.message}</p>}
      <Allowed to="attributes">
        <Button variant="primary" busy={create.isPending} onClick={() => create.mutate()}>
          {t('Add Gallery images')}
        </Button>
      </Allowed>
    </Notice>
  )
}

function NoProducts() {
  return (
    <Notice tone="info" title={t('There is nothing to match by yet')}>
      <p>{t('Import products with their numbers first; pictures find them by SKU, GTIN and folder.')}</p>
    </Notice>
  )
}

interface MatchOfFiles {
  readonly files: readonly NamedFile[]
  readonly stored: readonly StoredPicture[] | undefined
  readonly product: ChosenProduct | undefined
  readonly onClose: () => void
}

interface MatchingProps extends MatchOfFiles {
  readonly settings: MatchSettings
}

/** Sends the files once; other settings match them anew where they are. */
function Matching({ files, stored, settings, product, onClose }: MatchingProps) {
  const { api } = useWorkspace()
  const [sent, setSent] = useState<string>()
  const match = useQuery({
    queryKey: ['asset-match', api.workspaceId, files, stored, settings] as const,
    queryKeyHashFn: () => JSON.stringify([api.workspaceId, files.map(({ name }) => name), stored, settings]),
    queryFn: async () => {
      const source = stored ? { stored } : sent === undefined ? files : { match: sent }
      const job = await startMatch(api, source, settings)
      setSent((known) => known ?? job.id)
      return job
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  if (match.error) return <Notice tone="danger">{match.error.message}</Notice>
  if (!match.data) return <Progress label={t('Sending the pictures…')} percent={undefined} text="" />
  return <Matched key={match.data.id} job={match.data} {...{ files, stored, product, onClose }} />
}

interface MatchedProps extends MatchOfFiles {
  readonly job: Job
}

function Matched({ job: begun, onClose, ...props }: MatchedProps) {
  const { api } = useWorkspace()
  const { data: job = begun } = useQuery(jobQuery(api, begun.id))
  const { result, status, progress } = job
  if (status === 'completed') return <PlacePlan jobId={job.id} {...props} onClose={onClose} />
  if (isTerminal(status)) {
    const reason = result !== null && 'error' in result ? result.error.message : t('The match was cancelled.')
    return <Notice tone="danger">{reason}</Notice>
  }
  const cancel = (): void => {
    void cancelJob(api.workspaceId, job.id)
    onClose()
  }
  return (
    <div className="place-running">
      <Progress
        label={t('Looking for their products…')}
        percent={progress.total === 0 ? undefined : progress.percent}
        text={t('{current} of {total}', { current: progress.current, total: progress.total })}
      />
      <Button variant="ghost" onClick={cancel}>
        {t('Cancel')}
      </Button>
    </div>
  )
}
