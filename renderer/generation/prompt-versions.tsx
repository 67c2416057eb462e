import { useQuery } from '@tanstack/react-query'
import type { AttributeConfig } from '#shared/attributes.ts'
import type { EntityType } from '#shared/entities.ts'
import type { PromptVersion } from '#shared/schemas/proposals.ts'
import { promptVersionsQuery } from '../api/generations-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { formatAgo, formatMoment } from '../ui/format-count.ts'
import { t } from '../ui/text.ts'
import type { GenerationDraft } from './generation-draft.ts'
import './prompt-versions.css'

interface PromptVersionsProps {
  readonly type: EntityType
  readonly config: AttributeConfig
  readonly draft: GenerationDraft
  readonly onTake: (version: PromptVersion) => void
  readonly onCompare: ((version: PromptVersion) => void) | undefined
}

/** The prompts that an attribute has had, with how much of what each proposed was accepted. */
export function PromptVersions({ type, config, draft, onTake, onCompare }: PromptVersionsProps) {
  const { workspace } = useWorkspace()
  const { data: versions = [] } = useQuery(promptVersionsQuery(workspace.id, type, config.key))
  if (versions.length === 0) return null
  return (
    <section className="prompt-versions" aria-label={t('Versions of the prompt')}>
      <h2>{t('Versions of the prompt')}</h2>
      <ol>
        {versions.map((version) => (
          <Version
            key={`${version.created_at ?? ''} ${version.instructions}`}
            version={version}
            isWritten={isDraft(version, draft)}
            onTake={() => onTake(version)}
            onCompare={onCompare && (() => onCompare(version))}
          />
        ))}
      </ol>
    </section>
  )
}

/** Whether the draft says the same, so that there is nothing to take or to compare. */
function isDraft({ instructions, tools }: PromptVersion, draft: GenerationDraft): boolean {
  const sorted = draft.tools.toSorted()
  return instructions === draft.instructions.trim() && tools.join() === sorted.join()
}

interface VersionProps {
  readonly version: PromptVersion
  readonly isWritten: boolean
  readonly onTake: () => void
  readonly onCompare: (() => void) | undefined
}

function Version({ version, isWritten, onTake, onCompare }: VersionProps) {
  const { instructions, created_at: at, is_current: isCurrent } = version
  return (
    <li className="prompt-version">
      <p className="prompt-version-text">{instructions === '' ? t('Without instructions') : instructions}</p>
      <p className="prompt-version-facts">
        {isCurrent && <span className="prompt-version-current">{t('In use')}</span>}
        {at !== null && (
          <time dateTime={at} title={formatMoment(at)}>
            {formatAgo(at)}
          </time>
        )}
        <Acceptance version={version} />
      </p>
      {!isWritten && (
        <div className="prompt-version-actions">
          <Button variant="ghost" onClick={onTake}>
            {t('Take this one')}
          </Button>
          {onCompare && (
            <Button variant="ghost" onClick={onCompare}>
              {t('Compare on 20 rows')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

function Acceptance({ version: { accepted, rejected, open } }: Pick<VersionProps, 'version'>) {
  const decided = accepted + rejected
  const waiting = open === 0 ? '' : t('{open, plural, one {# is open} other {# are open}}', { open })
  if (decided === 0) return <span>{waiting === '' ? t('Nothing was decided yet') : waiting}</span>
  const percent = Math.floor((accepted / decided) * 100)
  return (
    <span className="prompt-version-rate">
      <span className="prompt-version-bar" aria-hidden>
        <span style={{ width: `${percent}%` }} />
      </span>
      <span>
        {t('{percent} % accepted: {accepted} of {decided}', { percent, accepted, decided })}
        {waiting !== '' && `, ${waiting}`}
      </span>
    </span>
  )
}
