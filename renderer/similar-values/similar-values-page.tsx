import { Blend, CircleCheck } from 'lucide-react'
import { similarityMethods, type SimilarityMethod, type Cluster } from '#shared/similar-values.ts'
import { typeTexts } from '../state/entity-types.ts'
import { Notice, EmptyState } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import { inSentence, t, cachedByLanguage } from '../ui/text.ts'
import { useComparedAttributes, useSimilarValuesLocation, useSimilarValues } from './use-similar-values.ts'
import './similar-values.css'
import { useState, type KeyboardEvent } from 'react'
import type { AttributeDefinition } from '#shared/attributes.ts'
import { Button } from '../ui/button.tsx'
import { Progress, Skeleton } from '../ui/progress.tsx'
import { SpellingGroup, draftOf, mergedGroups, type MergeDrafts, withDraft } from './spelling-group.tsx'
import { MergeDialog, useShowMerged } from './merge-dialog.tsx'
import { Allowed } from '../state/rights.tsx'
import type { Job } from '#shared/jobs.ts'
import { JobOverRows } from '../jobs/running-job.tsx'
import { showError } from '../ui/toast.tsx'

export function SimilarValuesPage() {
  const { type, method } = useSimilarValuesLocation()
  const { attributes, chosen, error } = useComparedAttributes()
  return (
    <>
      <SimilarValuesBar />
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      {attributes === undefined && error === null && <Skeleton height={240} />}
      {attributes !== undefined && chosen === undefined && (
        <EmptyState icon={Blend} title={t('Which values?')}>
          <p>
            {t(
              'Choose an attribute of the {plural}. Values that may mean the same are put into groups, such as “Acme Inc.” and “acme inc”, and what you choose becomes one value.',
              { plural: inSentence(typeTexts()[type].plural) },
            )}
          </p>
        </EmptyState>
      )}
      {chosen && <SimilarValueGroups key={`${type} ${chosen.key} ${method}`} attribute={chosen} />}
    </>
  )
}

interface MethodText {
  readonly name: string
  readonly hint: string
}

const methodTexts = cachedByLanguage((): Readonly<Record<SimilarityMethod, MethodText>> => ({
  fingerprint: {
    name: t('Same words'),
    hint: t('Values that differ in case, accents, punctuation or the order of their words.'),
  },
  ngram_fingerprint: {
    name: t('Same letters'),
    hint: t('Values that also differ in spaces or doubled letters.'),
  },
  phonetic: { name: t('Same sound'), hint: t('Values whose words sound alike, in English or German.') },
  levenshtein: { name: t('Typing errors'), hint: t('Values that are one or two letters apart.') },
  embedding: {
    name: t('Same meaning'),
    hint: t('Values that mean the same in other words, by the embedding model of a provider.'),
  },
}))

function SimilarValuesBar() {
  const { method, change } = useSimilarValuesLocation()
  const { attributes = [], chosen } = useComparedAttributes()
  const texts = methodTexts()
  return (
    <div className="clusters-bar" role="group" aria-label={t('What is compared')}>
      <Select
        label={t('Attribute')}
        value={chosen?.key ?? ''}
        options={[
          ...(chosen ? [] : [{ value: '', label: t('Choose an attribute') }]),
          ...attributes.map(({ key, name }) => ({ value: key, label: name })),
        ]}
        onChange={(attribute) => change({ attribute })}
      />
      <Select
        label={t('Compare by')}
        value={method}
        options={similarityMethods.map((value) => ({ value, label: texts[value].name }))}
        onChange={(next) => change({ method: next })}
      />
      <p className="ui-field-hint">{texts[method].hint}</p>
    </div>
  )
}

type Attribute = Pick<AttributeDefinition, 'key' | 'name' | 'data_type' | 'is_primary'>

function SimilarValueGroups({ attribute }: { attribute: Attribute }) {
  const { clusters, total, error, fetchNextPage, hasNextPage, isFetchingNextPage } = useSimilarValues(
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
      <GroupList attribute={attribute} clusters={clusters} total={total} />
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

interface GroupListProps {
  readonly attribute: Attribute
  readonly clusters: readonly Cluster[]
  readonly total: number
}

function GroupList({ attribute, clusters, total }: GroupListProps) {
  const [drafts, setDrafts] = useState<MergeDrafts>(new Map())
  const [isMerging, setMerging] = useState(false)
  const [job, setJob] = useState<string>()
  const groups = mergedGroups(clusters, drafts)
  const areAll = clusters.every((group) => draftOf(drafts, group).isChosen)
  const chooseAll = (): void =>
    setDrafts(
      new Map(clusters.map((group) => [group.suggested, { ...draftOf(drafts, group), isChosen: !areAll }])),
    )
  const done = (): void => (setDrafts(new Map()), setMerging(false))
  return (
    <section className="clusters" aria-label={t('Similar values of {name}', { name: attribute.name })}>
      <SimilarValuesHead
        total={total}
        chosen={groups.length}
        areAll={areAll}
        isBusy={job !== undefined}
        onChooseAll={chooseAll}
        onMerge={() => setMerging(true)}
      />
      {job !== undefined && <MergeRun jobId={job} onEnd={() => setJob(undefined)} />}
      <ul className="clusters-list" onKeyDown={walkGroups}>
        {clusters.map((group) => (
          <SpellingGroup
            key={group.suggested}
            attribute={attribute}
            cluster={group}
            draft={draftOf(drafts, group)}
            onChange={(draft) => setDrafts(withDraft(drafts, group, draft))}
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

interface SimilarValuesHeadProps {
  readonly total: number
  readonly chosen: number
  readonly areAll: boolean
  readonly isBusy: boolean
  readonly onChooseAll: () => void
  readonly onMerge: () => void
}

function SimilarValuesHead({ total, chosen, areAll, isBusy, onChooseAll, onMerge }: SimilarValuesHeadProps) {
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

function walkGroups(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const boxes = [...event.currentTarget.querySelectorAll<HTMLElement>('.cluster-choose .ui-checkbox')]
  const at = boxes.findIndex((box) => box === event.target)
  const next = boxes[at + step]
  if (step === 0 || at === -1 || !next) return
  event.preventDefault()
  next.focus()
}

interface MergeRunProps {
  readonly jobId: string
  readonly onEnd: () => void
}

function MergeRun({ jobId, onEnd }: MergeRunProps) {
  const showMerged = useShowMerged()
  const end = ({ result, status }: Job): void => {
    onEnd()
    if (result !== null && 'matching' in result) showMerged(result)
    else if (status === 'failed') showError(t('The values could not be merged'))
  }
  return (
    <JobOverRows
      jobId={jobId}
      name={t('Merge of values')}
      label={t('Merging values')}
      className="clusters-run"
      cancelFault={t('The merge could not be stopped')}
      onEnd={end}
    />
  )
}
