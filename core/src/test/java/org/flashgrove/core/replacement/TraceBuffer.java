package org.flashgrove.core.replacement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.flashgrove.core.spec.Spec;

/** A buffer without pages: drives a policy with a trace and checks what any policy must keep to. */
final class TraceBuffer implements CachedPages {
  final ReplacementPolicy policy;
  final Set<Long> pinned = new HashSet<>();
  final List<String> evicted = new ArrayList<>();
  final Map<Long, Long> costs = new HashMap<>();
  final Set<Long> dirty = new HashSet<>();

  /** Whether all dirty pages are written when one of them must leave. */
  boolean writesAllTogether;

  TraceBuffer(String spec, long capacity, long pageCost) {
    Spec parsed = Spec.parse(spec);
    PolicyMaker maker = ReplacementPolicies.named(parsed.name(), parsed);
    parsed.requireAllUsed();
    policy = maker.make(capacity, pageCost, null, this);
  }

  TraceBuffer(PolicyMaker maker, long frames) {
    policy = maker.make(frames, 1, null, this);
  }

  TraceBuffer(String spec, long frames) {
    this(spec, frames, 1);
  }

  @Override
  public boolean mayEvict(int position) {
    return !pinned.contains(policy.key(position));
  }

  @Override
  public void evict(int[] positions, int count) {
    assertThat(count).isPositive();
    for (int i = 0; i < count; i++) {
      long key = policy.key(positions[i]);
      assertThat(policy.position(key)).as("a victim is still resident").isEqualTo(positions[i]);
      assertThat(pinned).as("no pinned page leaves").doesNotContain(key);
      assertThat(costs.remove(key)).as("a victim was resident").isNotNull();
      assertThat(policy.isDirty(positions[i])).isEqualTo(dirty.contains(key));
      evicted.add(key + (dirty.remove(key) ? "*" : ""));
      if (writesAllTogether && policy.isDirty(positions[i])) {
        dirty.forEach(other -> policy.clean(policy.position(other)));
        dirty.clear();
      }
    }
  }

  @Override
  public void write(int[] positions, int count) {
    for (int i = 0; i < count; i++) {
      long key = policy.key(positions[i]);
      assertThat(pinned).as("no pinned page is written").doesNotContain(key);
      assertThat(i == 0 || policy.key(positions[i - 1]) < key).as("in order of keys").isTrue();
      assertThat(dirty.remove(key)).as("only dirty pages are written").isTrue();
      policy.clean(positions[i]);
      evicted.add(key + "+");
    }
  }

  /** One access: {@code h}it, {@code m}iss with the page kept, or {@code -}. */
  char access(long key, int level, long cost, boolean write) {
    int position = policy.position(key);
    assertThat(position >= 0).isEqualTo(costs.containsKey(key));
    char outcome = 'h';
    if (position >= 0) {
      policy.access(position, write);
      assertThat(policy.position(key)).isEqualTo(position);
    } else {
      position = policy.admit(key, level, cost, write);
      outcome = position >= 0 ? 'm' : '-';
      assertThat(policy.position(key)).isEqualTo(position);
    }
    assertThat(policy.usedCost()).isLessThanOrEqualTo(policy.capacity());
    if (position >= 0) {
      assertThat(policy.key(position)).isEqualTo(key);
      costs.putIfAbsent(key, cost);
      if (write) {
        dirty.add(key);
      }
    }
    return outcome;
  }

  void discard(long key) {
    policy.discard(key);
    costs.remove(key);
    dirty.remove(key);
  }

  void resize(long key, long cost) {
    int position = policy.position(key);
    if (position >= 0) {
      if (policy.resize(position, cost)) {
        costs.put(key, cost);
      } else {
        discard(key);
      }
    }
  }

  void clean(long key) {
    int position = policy.position(key);
    if (position >= 0) {
      policy.clean(position);
      dirty.remove(key);
    }
  }

  /** Budget, bookkeeping and content agree. */
  void verify() {
    long used = 0;
    for (long cost : costs.values()) {
      used += cost;
    }
    assertThat(policy.usedCost()).isEqualTo(used);
    assertThat(used).isLessThanOrEqualTo(policy.capacity());
    assertThat(policy.size()).isEqualTo(costs.size());
    for (long key : costs.keySet()) {
      int position = policy.position(key);
      assertThat(policy.key(position)).isEqualTo(key);
      assertThat(policy.isDirty(position)).isEqualTo(dirty.contains(key));
    }
  }

  /**
   * Runs accesses such as {@code "1 2w 3/1"} (page, w for a write, /level) and returns each outcome
   * with the pages it evicted, dirty ones with a star, and with a plus sign those it wrote and
   * kept: {@code "m m h m(1 2*) m(3+ 3)"}.
   */
  String run(String trace) {
    StringBuilder outcomes = new StringBuilder();
    for (String token : trace.trim().split("\\s+")) {
      boolean write = token.endsWith("w");
      String[] parts = (write ? token.substring(0, token.length() - 1) : token).split("/");
      int level = parts.length > 1 ? Integer.parseInt(parts[1]) : 0;
      evicted.clear();
      outcomes.append(outcomes.length() > 0 ? " " : "");
      outcomes.append(access(Long.parseLong(parts[0]), level, 1, write));
      if (!evicted.isEmpty()) {
        outcomes.append('(').append(String.join(" ", evicted)).append(')');
      }
      verify();
    }
    return outcomes.toString();
  }
}
