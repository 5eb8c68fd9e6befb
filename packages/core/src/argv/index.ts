export { type ArgvScalar, type ArgvValue, type ArgvValues, buildArgv } from "./build-argv.ts";
export {
  assertFlagTable,
  type CountSpec,
  type FlagSpec,
  type FlagValueSpec,
  type PositionalSpec,
  type RepeatSpec,
  type SwitchSpec,
  type ToggleSpec,
  type VariadicSpec,
} from "./flag-spec.ts";
