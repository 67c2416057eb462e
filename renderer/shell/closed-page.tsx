import { LockKeyhole } from 'lucide-react'
import { type Right, whyNot } from '../state/rights.tsx'
import { EmptyState } from '../ui/notice.tsx'
import { t } from '../ui/text.ts'

export function ClosedPage({ right }: { right: Right }) {
  return (
    <EmptyState icon={LockKeyhole} title={t('You have no access to this page')} isPage>
      <p>{whyNot(right)}</p>
    </EmptyState>
  )
}
