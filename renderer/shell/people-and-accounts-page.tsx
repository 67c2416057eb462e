import { ServiceAccountList } from '../access/service-accounts.tsx'
import { PeoplePage } from '../team/people-page.tsx'

/** The people of a team, and the service accounts, which are about keys. */
export function PeopleAndAccountsPage() {
  return <PeoplePage serviceAccounts={<ServiceAccountList />} />
}
