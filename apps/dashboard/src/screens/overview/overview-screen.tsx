import { PageHeader } from '../../shell/page-header.tsx'
import { ActivityFigures } from './activity-figures.tsx'
import { FirstSteps } from './first-steps-card.tsx'
import { QuotaCard } from './quota-card.tsx'
import { TroubleList } from './trouble-list.tsx'

/** How the service is doing, and what a new one needs. */
export const OverviewScreen = () => (
  <>
    <PageHeader title="Overview" description="What came and went, what is used, and what needs attention." />
    <div className="grid grid-cols-1 gap-6">
      <TroubleList />
      <FirstSteps />
      <ActivityFigures />
      <QuotaCard />
    </div>
  </>
)
