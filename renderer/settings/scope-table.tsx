import { scopeGroups, verbOf } from './scope-choices.ts'

const verbs = ['read', 'write', 'delete']

interface ScopeTableProps {
  scopes: readonly string[]
  /** Which there are to choose from, where it is not all of them. */
  offered?: readonly string[]
  error: string | undefined
  onChange: (scopes: string[]) => void
}

/** All scopes as a table of resources and verbs. */
export function ScopeTable({ scopes, offered, error, onChange }: ScopeTableProps) {
  const groups = scopeGroups
    .map(({ name, scopes: all }) => ({
      name,
      scopes: all.filter((scope) => offered?.includes(scope) ?? true),
    }))
    .filter((group) => group.scopes.length > 0)
  const toggle = (scope: string, isOn: boolean): void =>
    onChange(isOn ? [...scopes, scope] : scopes.filter((other) => other !== scope))
  return (
    <div className="scope-table">
      <table>
        <thead>
          <tr>
            <th scope="col">Scope</th>
            {verbs.map((verb) => (
              <th key={verb} scope="col">
                {verb}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.name}>
              <th scope="row">{group.name}</th>
              {verbs.map((verb) => {
                const scope = group.scopes.find((candidate) => verbOf(candidate) === verb)
                return (
                  <td key={verb}>
                    {scope !== undefined && (
                      <input
                        type="checkbox"
                        aria-label={scope}
                        checked={scopes.includes(scope)}
                        onChange={(event) => toggle(scope, event.target.checked)}
                      />
                    )}
                  </td>
                )
              })}
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
