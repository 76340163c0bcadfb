import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/source-serif-4/wght.css'
import '@fontsource-variable/source-serif-4/wght-italic.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import './styles/reset.css'
import './styles/tokens.css'
import './styles/entity-tints.css'
import './styles/controls.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { appRoutes } from './app/routes.tsx'
import { settleLocale } from './i18n/index.ts'
import { Router } from './ui/browser/Router.tsx'
import { applyLook } from './ui/browser/theme.ts'
import { beginFetchingAhead } from './ui/loading/fetch-ahead.ts'
import { setDestination, watchChunks } from './ui/loading/load-code.ts'

applyLook()
settleLocale(location.pathname)
watchChunks()
beginFetchingAhead()

const router = createBrowserRouter(appRoutes())
// Not in an effect, which may run after the code of the next page has failed to load.
router.subscribe(({ navigation }) => setDestination(navigation.location))

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <Router router={router} />
  </StrictMode>,
)
