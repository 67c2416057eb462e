import { AliasEditor } from '../../state/alias-editor.tsx'
import { useDetail } from './detail-context.ts'
import { t } from '../../ui/text.ts'

/** The other spellings by which imports and typed texts find the entity. */
export function AliasList() {
  const { session, entity } = useDetail()
  return (
    <section className="detail-group" aria-label={t('Also written as')}>
      <h3>{t('Also written as')}</h3>
      <AliasEditor subject={{ type: session.type, entity_id: entity.id }} target={{ entity_id: entity.id }} />
    </section>
  )
}
