import { useState } from 'react'
import { chooseNotifying, isNotifying } from '../jobs/job-notifications.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { showError } from '../ui/toast.tsx'

/** Whether this browser may tell of jobs; the desktop app has a choice of its own for that. */
export function NotificationsSection() {
  const [isOn, setOn] = useState(isNotifying)
  const change = async (isWanted: boolean): Promise<void> => {
    const isNow = await chooseNotifying(isWanted)
    setOn(isNow)
    if (isWanted && !isNow)
      showError('The browser does not allow notifications', {
        description: 'Allow them for this address in the settings of the browser and try again.',
      })
  }
  return (
    <section className="api-section" aria-labelledby="settings-jobs">
      <h2 id="settings-jobs">When jobs end</h2>
      <Checkbox
        label="Tell me when a long job has ended"
        hint="As a notification of this browser, after jobs of more than 30 seconds and while this page is hidden."
        checked={isOn}
        onChange={(isWanted) => void change(isWanted)}
      />
    </section>
  )
}
