import { Blend } from 'lucide-react'
import { clusterMethods } from '#shared/clusters.ts'
import { entityTypes } from '#shared/entities.ts'
import { typeTexts } from '../state/entity-types.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { inSentence, t } from '../ui/text.ts'
import { FoundClusters } from './found-clusters.tsx'
import { methodTexts } from './method-texts.ts'
import { useClusteredAttributes, useClusterPlace } from './use-clusters.ts'
import './clusters.css'

/** Values that may mean the same: chosen by type, attribute and method, and merged. */
export function ClustersPage() {
  const { type, method } = useClusterPlace()
  const { attributes, chosen, error } = useClusteredAttributes()
  return (
    <>
      <ClusterBar />
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
      {chosen && <FoundClusters key={`${type} ${chosen.key} ${method}`} attribute={chosen} />}
    </>
  )
}

function ClusterBar() {
  const { type, method, change } = useClusterPlace()
  const { attributes = [], chosen } = useClusteredAttributes()
  const texts = methodTexts()
  return (
    <div className="clusters-bar" role="group" aria-label={t('What is compared')}>
      <Select
        label={t('Type')}
        value={type}
        options={entityTypes.map((value) => ({ value, label: typeTexts()[value].plural }))}
        onChange={(next) => change({ type: next, attribute: '' })}
      />
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
        options={clusterMethods.map((value) => ({ value, label: texts[value].name }))}
        onChange={(next) => change({ method: next })}
      />
      <p className="ui-field-hint">{texts[method].hint}</p>
    </div>
  )
}
