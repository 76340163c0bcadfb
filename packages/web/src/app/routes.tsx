import { PATTERNS } from '@postil/contract/limits'
import type { ReactNode } from 'react'
import { Navigate, Outlet, type RouteObject, useParams } from 'react-router'
import { NotFoundPage } from './errors/ErrorPage.tsx'
import { RouteErrorPage } from './errors/RouteErrorPage.tsx'
import { WaitingPage } from './notices/WaitingPage.tsx'
import { Root } from './Root.tsx'
import { Guarded } from './routing/guards.tsx'
import { type LoadPage, loadPage } from './routing/load-page.tsx'
import { AppShell } from './shell/AppShell.tsx'

// Names and paths are the specification's. Paths that it reserves for view-model modules are not defined.
const PAGES: readonly { id: string; path: string; load: LoadPage }[] = [
  {
    id: 'datasets',
    path: '/datasets',
    load: async () => (await import('../features/dataset-list/DatasetListPage.tsx')).DatasetListPage,
  },
  {
    id: 'user-settings',
    path: '/user-settings',
    load: async () => (await import('../features/user-settings/UserSettingsPage.tsx')).UserSettingsPage,
  },
  {
    id: 'people',
    path: '/people',
    load: async () => (await import('../features/people/PeoplePage.tsx')).PeoplePage,
  },
  {
    id: 'jobs',
    path: '/jobs',
    load: async () => (await import('../features/jobs/JobsPage.tsx')).JobsPage,
  },
  {
    id: 'deleted-datasets',
    path: '/deleted-datasets',
    load: async () => (await import('../features/bin/BinPage.tsx')).BinPage,
  },
  {
    id: 'guides',
    path: '/guides/:guide?',
    load: async () => (await import('../features/guides/GuidesPage.tsx')).GuidesPage,
  },
  {
    id: 'datasets-new',
    path: '/datasets/new',
    load: async () => (await import('../features/importing/NewDatasetPage.tsx')).NewDatasetPage,
  },
  {
    id: 'datasets-workspace-dataset',
    path: '/datasets/:workspace/:dataset',
    load: async () => (await import('../features/explore/ExplorePage.tsx')).ExplorePage,
  },
  {
    id: 'datasets-workspace-dataset-settings',
    path: '/datasets/:workspace/:dataset/settings',
    load: async () => (await import('../features/classic-settings/ClassicSettingsPage.tsx')).ClassicSettingsPage,
  },
  {
    id: 'datasets-workspace-dataset-progress',
    path: '/datasets/:workspace/:dataset/progress',
    load: async () => (await import('../features/team-progress/ClassicTeamPage.tsx')).ClassicTeamPage,
  },
  {
    id: 'dataset-id-annotation-mode',
    path: '/dataset/:id/annotation-mode',
    load: async () => (await import('../features/annotate/AnnotationPage.tsx')).AnnotationPage,
  },
  {
    id: 'dataset-id-disagreements',
    path: '/dataset/:id/disagreements',
    load: async () => (await import('../features/disagreements/DisagreementsPage.tsx')).DisagreementsPage,
  },
  {
    id: 'dataset-id-progress',
    path: '/dataset/:id/progress',
    load: async () => (await import('../features/team-progress/TeamProgressPage.tsx')).TeamProgressPage,
  },
  {
    id: 'dataset-id-settings',
    path: '/dataset/:id/settings',
    load: async () => (await import('../features/dataset-settings/DatasetSettingsPage.tsx')).DatasetSettingsPage,
  },
]

/** The app's routes. Without an id a feedback dataset's pages lead to the list. */
export function appRoutes(): RouteObject[] {
  return [
    {
      element: <Root />,
      errorElement: <RouteErrorPage />,
      hydrateFallbackElement: <WaitingPage />,
      children: [
        lazyPage('login', '/login', async () => (await import('../features/session/LoginPage.tsx')).LoginPage),
        lazyPage('setup', '/setup', async () => (await import('../features/setup/SetupPage.tsx')).SetupPage),
        lazyPage('join', '/join', async () => (await import('../features/join/JoinPage.tsx')).JoinPage),
        ...developmentPages(),
        {
          element: (
            <Guarded by={['auth-guard']}>
              <AppShell />
            </Guarded>
          ),
          children: [
            { id: 'index', path: '/', element: <Navigate to="/datasets" replace /> },
            ...PAGES.map((page) => lazyPage(page.id, page.path, page.load, <WithPossibleId />)),
            { path: '/datasets/:workspace', element: <WorkspaceDatasets /> },
            { path: '/dataset/:id', element: <Navigate to="annotation-mode" replace /> },
            { path: '/dataset/annotation-mode', element: <Navigate to="/datasets" replace /> },
            { path: '/dataset/settings', element: <Navigate to="/datasets" replace /> },
            { path: '*', element: <NotFoundPage /> },
          ],
        },
      ],
    },
  ]
}

// The list of one workspace. A path that cannot be a workspace name is not a page; this covers the reserved view-model modules.
function WorkspaceDatasets() {
  const { workspace = '' } = useParams()
  if (!PATTERNS.workspaceName.test(workspace)) return <NotFoundPage />
  return <Navigate to={`/datasets?workspaces=${encodeURIComponent(workspace)}`} replace />
}

// The id of a dataset, as the server accepts it. Nothing can be found by any other.
const UUID = /^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i

function WithPossibleId() {
  const { id } = useParams()
  return id === undefined || UUID.test(id) ? <Outlet /> : <NotFoundPage />
}

// An error inside a page is shown below the header, which stays usable. The error page belongs to a route around the lazy one:
// of a route that could not be loaded the router shows nothing, not even its own error page.
function lazyPage(id: string, path: string, load: LoadPage, element?: ReactNode): RouteObject {
  return {
    element,
    errorElement: <RouteErrorPage />,
    children: [{ id, path, lazy: async () => ({ Component: await loadPage(load) }) }],
  }
}

function developmentPages(): RouteObject[] {
  if (!import.meta.env.DEV) return []
  return [
    lazyPage('ui', '/__ui', async () => (await import('./dev/ComponentsPage.tsx')).ComponentsPage),
    {
      element: <AppShell />,
      children: [lazyPage('ui-layout', '/__ui/layout', async () => (await import('./dev/LayoutPage.tsx')).LayoutPage)],
    },
  ]
}
