import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Tests that start a browser, a program or a whole service. Started last, one of them would run alone at the end. */
const LONG = [
  /^test\/dashboard\//,
  /^src\/health\/values\//,
  /^clients\/python\//,
  /^test\/(?:every-endpoint|new-source|overload|every-format|release|simulation|recorded-stand-in)/,
  /\/(?:drills|lost-answers|browser|concurrency|batch-waits|watches|entry-point)\.test/,
  /^src\/sources\/[a-z]+\/suite\.test/,
  /^(?:test|client|src\/cli)\//,
  /^src\/(?:jobs|auth|metering|store|accounts|service|endpoints|entry|health)\//,
];

export default class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification): number => {
      const path = moduleId.slice(project.config.root.length + 1);
      const at = LONG.findIndex((pattern) => pattern.test(path));
      return at < 0 ? LONG.length : at;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
