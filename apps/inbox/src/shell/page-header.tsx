import { IconButton } from '../design/button.tsx'
import type { IconName } from '../design/icon.tsx'
import { chooseLanguage, language, t } from '../languages/language.ts'
import { isLanguage, languageNames } from '../languages/language-names.ts'
import { domain } from '../state/domain.ts'
import { showNotice } from '../state/notices.ts'
import { followLink } from '../state/route.ts'
import { changeTheme, theme } from '../state/theme.ts'

/** The name of the service, and how the page is shown. */
export function PageHeader() {
  return (
    <header class="page-header">
      {domain.value ? <Brand name={domain.value.name} logoUrl={domain.value.logoUrl} /> : <span />}
      <div class="page-settings">
        <LanguageSelect />
        <ThemeButton />
      </div>
    </header>
  )
}

function Brand({ name, logoUrl }: { name: string; logoUrl: string | null }) {
  return (
    <a class="brand" href="/" onClick={followLink}>
      {logoUrl ? (
        <img src={logoUrl} alt="" width="28" height="28" />
      ) : (
        <span class="brand-mark" aria-hidden="true">
          {[...name.trim()][0]?.toUpperCase() ?? ''}
        </span>
      )}
      <bdi class="brand-name">{name}</bdi>
    </a>
  )
}

function LanguageSelect() {
  const choose = (wanted: string) => {
    if (isLanguage(wanted)) {
      chooseLanguage(wanted).catch(() => showNotice(t('errorNoAnswer'), { isError: true }))
    }
  }
  return (
    <select
      class="language-select"
      aria-label={t('language')}
      value={language.value}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      {Object.entries(languageNames).map(([tag, name]) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  )
}

const themeIcons = { auto: 'auto', light: 'sun', dark: 'moon' } as const satisfies Record<string, IconName>
const themeNames = { auto: 'themeAuto', light: 'themeLight', dark: 'themeDark' } as const

function ThemeButton() {
  return <IconButton icon={themeIcons[theme.value]} label={t(themeNames[theme.value])} onClick={changeTheme} />
}
