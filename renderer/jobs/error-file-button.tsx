import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { Job } from '#shared/jobs.ts'
import { fetchErrorFile } from '../api/jobs-queries.ts'
import { errorFileName } from './describe-job.ts'
import { Button } from '../ui/button.tsx'
import { saveFile } from '../ui/save-file.ts'
import { showError } from '../ui/toast.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { hasErrorFile } from './outcome-texts.ts'
import { t } from '../ui/text.ts'

/** Downloads the refused rows with the reasons, to be corrected and imported again; nothing where none was refused. */
export function ErrorFileButton({ job }: { job: Job }) {
  const { api } = useWorkspace()
  const download = useMutation({
    mutationFn: () => fetchErrorFile(api, job.id),
    onSuccess: (file) => saveFile(errorFileName(job), file),
    onError: (error) =>
      showError(t('The error file could not be downloaded'), { description: error.message }),
  })
  if (!hasErrorFile(job)) return null
  return (
    <Button busy={download.isPending} onClick={() => download.mutate()}>
      <Download aria-hidden />
      {job.name === 'fetch_pictures' ? t('Download the list of them') : t('Download the rows to correct')}
    </Button>
  )
}
