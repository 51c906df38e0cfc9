package org.flashgrove.lsm.policy;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.spec.Spec;

/** Components without content, flushed one after the other and merged as a policy says. */
final class MadeComponents {
  private final MergePolicy policy;
  private final long flushBytes;
  final List<ComponentSummary> components = new ArrayList<>();
  long flushes;
  long written;
  int merges;
  int most;
  double sumOfCounts;

  MadeComponents(String spec, long flushBytes) {
    Spec parsed = Spec.parse(spec);
    policy = MergePolicies.of(parsed);
    parsed.requireAllUsed();
    this.flushBytes = flushBytes;
  }

  private ComponentSummary component(int level, long records) {
    return new ComponentSummary(level, records, records * flushBytes, 0, 0, 1, 1);
  }

  void flush() {
    flushes++;
    written++;
    components.add(component(0, 1));
    MergePlan plan = policy.next(components, flushes);
    while (plan != null) {
      merge(plan);
      plan = policy.next(components, flushes);
    }
    most = Math.max(most, components.size());
    sumOfCounts += components.size();
  }

  private void merge(MergePlan plan) {
    long records = 0;
    for (int i = plan.inputs().length - 1; i >= 0; i--) {
      records += components.remove(plan.inputs()[i]).records();
    }
    merges++;
    written += records;
    components.add(plan.inputs()[0], component(plan.level(), records));
  }

  double writeAmplification() {
    return (double) written / flushes;
  }

  MadeComponents run(int count) {
    for (int i = 0; i < count; i++) {
      flush();
    }
    return this;
  }

  List<Long> sizes() {
    return components.stream().map(ComponentSummary::records).toList();
  }
}
