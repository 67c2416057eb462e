import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { AttributeDefinition } from '#shared/attributes.ts'
import type { Cluster } from '#shared/clusters.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/notice.tsx'
import { Progress } from '../ui/progress.tsx'
import { t } from '../ui/text.ts'
import { ClusterGroup } from './cluster-group.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { draftOf, mergedGroups, type MergeDrafts, withDraft } from './merge-draft.ts'
import { MergeRun } from './merge-run.tsx'
import { useClusters } from './use-clusters.ts'
import { walkGroups } from './walk-groups.ts'
import { Allowed } from '../state/allowed.tsx'

type Attribute = Pick<AttributeDefinition, 'key' | 'name' | 'data_type' | 'is_primary'>

/** The groups of an attribute's values, and what can be done with them. */
export function FoundClusters({ attribute }: { attribute: Attribute }) {
  const { clusters, total, error, fetchNextPage, hasNextPage, isFetchingNextPage } = useClusters(
    attribute.key,
  )
  if (error !== null && clusters === undefined)
    return (
      <Notice tone="danger" title={t('The values could not be compared')}>
        {error.message}
      </Notice>
    )
  if (clusters === undefined)
    return (
      <Progress
        label={t('Comparing the values of {name}', { name: attribute.name })}
        percent={undefined}
        text=""
      />
    )
  if (clusters.length === 0) return <NothingFound name={attribute.name} />
  return (
    <>
      <ClusterList attribute={attribute} clusters={clusters} total={total} />
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('Show more groups')}
        </Button>
      )}
    </>
  )
}

function NothingFound({ name }: { name: string }) {
  return (
    <EmptyState icon={CircleCheck} title={t('No similar values')}>
      <p>
        {t('By this comparison all values of {name} differ. Another comparison may find more.', {
          name,
        })}
      </p>
    </EmptyState>
  )
}

interface ClusterListProps {
  readonly attribute: Attribute
  readonly clusters: readonly Cluster[]
  readonly total: number
}

function ClusterList({ attribute, clusters, total }: ClusterListProps) {
  const [drafts, setDrafts] = useState<MergeDrafts>(new Map())
  const [isMerging, setMerging] = useState(false)
  const [job, setJob] = useState<string>()
  const groups = mergedGroups(clusters, drafts)
  const areAll = clusters.every((cluster) => draftOf(drafts, cluster).isChosen)
  const chooseAll = (): void =>
    setDrafts(
      new Map(
        clusters.map((cluster) => [cluster.suggested, { ...draftOf(drafts, cluster), isChosen: !areAll }]),
      ),
    )
  const done = (): void => (setDrafts(new Map()), setMerging(false))
  return (
    <section className="clusters" aria-label={t('Similar values of {name}', { name: attribute.name })}>
      <ClustersHead
        total={total}
        chosen={groups.length}
        areAll={areAll}
        isBusy={job !== undefined}
        onChooseAll={chooseAll}
        onMerge={() => setMerging(true)}
      />
      {job !== undefined && <MergeRun jobId={job} onEnd={() => setJob(undefined)} />}
      <ul className="clusters-list" onKeyDown={walkGroups}>
        {clusters.map((cluster) => (
          <ClusterGroup
            key={cluster.suggested}
            attribute={attribute}
            cluster={cluster}
            draft={draftOf(drafts, cluster)}
            onChange={(draft) => setDrafts(withDraft(drafts, cluster, draft))}
          />
        ))}
      </ul>
      <p className="clusters-keys">
        {t('The arrow keys go from group to group, the space bar chooses one, Tab goes through its values.')}
      </p>
      {isMerging && (
        <MergeDialog
          attribute={attribute}
          groups={groups}
          onClose={() => setMerging(false)}
          onMerged={done}
          onStarted={(id) => (setJob(id), done())}
        />
      )}
    </section>
  )
}

interface ClustersHeadProps {
  readonly total: number
  readonly chosen: number
  readonly areAll: boolean
  readonly isBusy: boolean
  readonly onChooseAll: () => void
  readonly onMerge: () => void
}

function ClustersHead({ total, chosen, areAll, isBusy, onChooseAll, onMerge }: ClustersHeadProps) {
  return (
    <div className="clusters-head">
      <p role="status">
        {t('{count, plural, one {# group} other {# groups}}, {chosen} chosen', { count: total, chosen })}
      </p>
      <Button onClick={onChooseAll}>{areAll ? t('Choose none') : t('Choose all shown')}</Button>
      <Allowed to="duplicates">
        <Button variant="primary" disabled={chosen === 0 || isBusy} onClick={onMerge}>
          {t('Merge…')}
        </Button>
      </Allowed>
    </div>
  )
}
