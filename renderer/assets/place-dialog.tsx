import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AssetMode, assetModes } from '#shared/assets.ts'
import { isTerminal, type Job } from '#shared/jobs.ts'
import { galleryAttribute, matchDefaults, skuAttribute, takesFiles } from '#shared/match-defaults.ts'
import { type MatchSettings, type NamedFile, startMatch, type StoredPicture } from '../api/assets-queries.ts'
import { attributeConfigsQuery, createAttribute } from '../api/attributes-queries.ts'
import { cancelJob, jobQuery } from '../api/jobs-queries.ts'
import type { DialogProps } from '../state/dialogs.ts'
import { Allowed } from '../state/rights.tsx'
import { StoredChoice, useChoice } from '../state/stored-choice.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Progress, Skeleton } from '../ui/progress.tsx'
import { Select } from '../ui/select.tsx'
import { cachedByLanguage, cachedByLocale, t } from '../ui/text.ts'
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
  /** Adds the files to the gallery and to no product, where they were dropped there. */
  readonly onOnlyAdd?: ((files: readonly NamedFile[]) => void) | undefined
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

function PlaceSteps({ files, stored, attribute: dropped, product, onOnlyAdd, onClose }: PlaceStepsProps) {
  const { workspace } = useWorkspace()
  const { data: attributes } = useQuery(attributeConfigsQuery(workspace.id, 'product'))
  const as = useChoice(lastMode)
  const [chosen, setChosen] = useState<string>()
  if (!attributes) return <Skeleton height={160} />
  const { rules, attribute: usual } = matchDefaults(attributes)
  const attribute = chosen ?? dropped ?? usual
  const onlyAdd = onOnlyAdd && (() => (onOnlyAdd(files), onClose()))
  if (attribute === undefined || rules.length === 0)
    return <MissingAttributes hasTarget={attribute !== undefined} onOnlyAdd={onlyAdd} />
  const targets = attributes.filter(takesFiles).map(({ key, name }) => ({ value: key, label: name }))
  return (
    <>
      <div className="place-settings">
        <Field label={t('Into')}>
          {(control) => <Select {...control} value={attribute} options={targets} onChange={setChosen} />}
        </Field>
        <Field label={t('Pictures that are there')}>
          {(control) => <Select {...control} value={as} options={modes()} onChange={lastMode.choose} />}
        </Field>
      </div>
      <Matching
        files={files}
        stored={stored}
        settings={{ attribute, as, rules }}
        product={product}
        onOnlyAdd={onlyAdd}
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

const lists = cachedByLocale((locale) => new Intl.ListFormat(locale))

/** The last choice is proposed for the next drop. */
const lastMode = new StoredChoice<AssetMode>({
  key: 'vitrine.place-pictures',
  values: assetModes,
  start: 'append',
})

interface MissingAttributesProps {
  readonly hasTarget: boolean
  readonly onOnlyAdd: (() => void) | undefined
}

/** Proposes the attributes that a workspace needs before pictures can be placed. */
function MissingAttributes({ hasTarget, onOnlyAdd }: MissingAttributesProps) {
  const { api, workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const { data: attributes = [] } = useQuery(attributeConfigsQuery(workspace.id, 'product'))
  const { rules } = matchDefaults(attributes)
  const missing = [...(rules.length === 0 ? [skuAttribute] : []), ...(hasTarget ? [] : [galleryAttribute])]
  const names = missing.map(({ name }) => name)
  const create = useMutation({
    mutationFn: async () => {
      for (const attribute of missing) await createAttribute(api, { ...attribute })
    },
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: attributeConfigsQuery(workspace.id, 'product').queryKey }),
  })
  return (
    <>
      <Notice tone="info" title={t('Products have no attributes for this yet')}>
        <ul className="place-missing">
          {rules.length === 0 && (
            <li>{t('SKU: the number or name that pictures find their products by.')}</li>
          )}
          {!hasTarget && <li>{t('Gallery images: the pictures of a product, in their order.')}</li>}
        </ul>
        {create.error && <p className="ui-field-error">{create.error.message}</p>}
      </Notice>
      <div className="place-footer">
        {onOnlyAdd && (
          <Button variant="ghost" onClick={onOnlyAdd}>
            {t('Only add to the gallery')}
          </Button>
        )}
        <Allowed to="attributes">
          <Button variant="primary" data-beginning busy={create.isPending} onClick={() => create.mutate()}>
            {t('Add {names}', { names: lists().format(names) })}
          </Button>
        </Allowed>
      </div>
    </>
  )
}

interface MatchOfFiles {
  readonly files: readonly NamedFile[]
  readonly stored: readonly StoredPicture[] | undefined
  readonly product: ChosenProduct | undefined
  readonly onOnlyAdd: (() => void) | undefined
  readonly onClose: () => void
}

interface MatchingProps extends MatchOfFiles {
  readonly settings: MatchSettings
}

/** Sends the files once; other settings and new products match them anew where they are. */
function Matching({ settings, ...props }: MatchingProps) {
  const { files, stored } = props
  const { api } = useWorkspace()
  const [sent, setSent] = useState<string>()
  const [made, setMade] = useState<readonly string[]>([])
  const match = useQuery({
    queryKey: ['asset-match', api.workspaceId, files, stored, settings, made] as const,
    queryKeyHashFn: () =>
      JSON.stringify([api.workspaceId, files.map(({ name }) => name), stored, settings, made]),
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
  const onProducts = (ids: readonly string[]): void => setMade([...made, ...ids])
  return <Matched key={match.data.id} job={match.data} {...{ settings, made, onProducts }} {...props} />
}

interface MatchedProps extends MatchingProps {
  readonly job: Job
  readonly made: readonly string[]
  readonly onProducts: (ids: readonly string[]) => void
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
    void cancelJob(api, job.id)
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
