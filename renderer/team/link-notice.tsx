import type { InvitationLink } from '#shared/schemas/team.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Notice } from '../ui/notice.tsx'
import { t } from '../ui/text.ts'

interface LinkNoticeProps {
  title: string
  made: InvitationLink
}

/** A link that is shown this once, to be copied and passed on. */
export function LinkNotice({ title, made: { link, mailed } }: LinkNoticeProps) {
  return (
    <div className="stack">
      <Notice tone="success" title={title}>
        {mailed
          ? t('It was sent by mail, too. The link is shown this once.')
          : t('Copy the link and pass it on. It works once, and it is shown only now.')}
      </Notice>
      <div className="api-copy-line">
        <code>{link}</code>
        <CopyButton text={link} label={t('Copy the link')} />
      </div>
    </div>
  )
}
