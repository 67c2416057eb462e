import { nameResource, nameVerb, scopeGroups, verbOf } from './scope-choices.ts'
import { t } from '../ui/text.ts'

const verbs = ['read', 'write', 'propose', 'delete']

interface ScopeTableProps {
  scopes: readonly string[]
  offered?: readonly string[]
  error: string | undefined
  onChange: (scopes: string[]) => void
}

export function ScopeTable({ scopes, offered, error, onChange }: ScopeTableProps) {
  const groups = scopeGroups
    .map(({ resource, scopes: all }) => ({
      resource,
      scopes: all.filter((scope) => offered?.includes(scope) ?? true),
    }))
    .filter((group) => group.scopes.length > 0)
  return (
    <div className="scope-table">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Scope')}</th>
            {verbs.map((verb) => (
              <th key={verb} scope="col">
                {nameVerb(verb)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.resource}>
              <th scope="row">{nameResource(group.resource)}</th>
              {verbs.map((verb) => (
                <td key={verb}>
                  <ScopeBox
                    scope={group.scopes.find((candidate) => verbOf(candidate) === verb)}
                    scopes={scopes}
                    onChange={onChange}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {error !== undefined && (
        <p className="ui-field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

interface ScopeBoxProps extends Pick<ScopeTableProps, 'scopes' | 'onChange'> {
  scope: string | undefined
}

function ScopeBox({ scope, scopes, onChange }: ScopeBoxProps) {
  if (scope === undefined) return null
  return (
    <input
      type="checkbox"
      aria-label={scope}
      checked={scopes.includes(scope)}
      onChange={({ target: { checked } }) =>
        onChange(checked ? [...scopes, scope] : scopes.filter((other) => other !== scope))
      }
    />
  )
}
