import { t } from '../../../i18n/areas/notices.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { withQuery } from '../url/annotation-url.ts'
import type { RecordNoticeProps } from './notice.ts'

const NO_CONDITIONS = { text: undefined, filters: [], similarity: undefined }

/** Ends the search, with all filters. */
export function ClearConditions({ url, setUrl }: Pick<RecordNoticeProps, 'url' | 'setUrl'>) {
  return (
    <Button variant="primary" onPress={() => setUrl(withQuery(url, NO_CONDITIONS))}>
      {t('annotate.noMatch.clear')}
    </Button>
  )
}
