import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files whose tests wait for processes, databases or a browser: each takes half a minute or more. */
const LONG = [
  /\/playground\/(?:flows\/[\w-]+|page\/[\w-]+\/[\w-]+|page\/page|flows|examples|browser|alerts)\.test/,
  /\/(?:kill-[a-z]+|scheduler|moved-clock|signals|fleet|rolling|shift-clocks|drill)\.test/,
  /\/(?:pglite|killed-start|encryption|watch-list|evaluate|truth|journal|hostile-files)\.test/,
  /\/(?:authorize-matrix|digest-options|privacy)\.test/,
];

/** Begins with the files that take long, so that no worker is left alone with one in the end. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- it is not that of an array
    const sorted = await super.sort(files);
    const [long = [], short = []] = [true, false].map((isLong) =>
      sorted.filter(({ moduleId }) => LONG.some((one) => one.test(moduleId)) === isLong),
    );
    return [...long, ...short];
  }
}
