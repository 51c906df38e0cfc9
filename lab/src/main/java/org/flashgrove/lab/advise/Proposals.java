package org.flashgrove.lab.advise;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** Chooses a few configurations to run on the device, with reasons. */
final class Proposals {
  /**
   * Limit for configurations that are proposed because they read or write fewer pages, or have
   * larger pages, than the fastest one. Their time must be at most this many times the least time.
   */
  private static final double NEAR = 1.5;

  /**
   * Limit for configurations that are proposed because they have less memory, or another index or
   * buffer, than the fastest one. Their time must be at most this many times the least time.
   */
  private static final double THRIFTY = 1.25;

  private final List<Trial> trials;
  private final List<Trial> all;
  private final Map<Candidate, List<String>> chosen = new LinkedHashMap<>();

  /**
   * Creates a chooser.
   *
   * @param trials trials with the most rows, from which proposals are chosen
   * @param all trials of all candidates, used for the reasons
   */
  Proposals(List<Trial> trials, List<Trial> all) {
    this.trials = trials;
    this.all = all;
  }

  /** Returns the trials that no other trial dominates (see {@link Trial#dominates}). */
  static List<Trial> undominated(List<Trial> trials) {
    return trials.stream()
        .filter(trial -> trials.stream().noneMatch(other -> other.dominates(trial)))
        .toList();
  }

  /**
   * Returns the proposals in the order in which they were chosen. The first has the least time.
   *
   * @param real whether the device is a real one, whose costs the simulator may predict wrongly
   */
  List<Proposal> choose(boolean real) {
    Trial best = least(Trial::micros, trial -> true).orElseThrow();
    choose(best, "It takes the least time: " + seconds(best) + "." + besidePlain(best));
    List<Trial> frontier = undominated(trials);
    Predicate<Trial> near =
        trial -> frontier.contains(trial) && trial.micros() <= NEAR * best.micros();
    least(Trial::reads, near)
        .filter(trial -> trial.reads() < best.reads())
        .ifPresent(trial -> choose(trial, fewer(trial, best, "reads", Trial::reads)));
    least(Trial::writes, near)
        .filter(trial -> trial.writes() < best.writes())
        .ifPresent(trial -> choose(trial, fewer(trial, best, "writes", Trial::writes)));
    least(
            Trial::micros,
            trial ->
                trial.candidate().memory() < best.candidate().memory()
                    && trial.micros() <= THRIFTY * best.micros())
        .ifPresent(
            trial ->
                choose(
                    trial,
                    "It has "
                        + Candidate.size(trial.candidate().memory())
                        + " of memory and takes "
                        + more(trial, best)
                        + " time."));
    least(
            Trial::micros,
            trial ->
                !trial.candidate().kind().equals(best.candidate().kind())
                    && trial.micros() <= THRIFTY * best.micros())
        .ifPresent(
            trial ->
                choose(
                    trial, "The best of another kind: it takes " + more(trial, best) + " time."));
    if (real) {
      least(
              Trial::micros,
              trial ->
                  trial.candidate().pageBytes() > best.candidate().pageBytes()
                      && trial.micros() <= NEAR * best.micros())
          .ifPresent(
              trial ->
                  choose(
                      trial,
                      "It has larger pages and takes "
                          + more(trial, best)
                          + " time on the simulator, which charges a device more for them than it"
                          + " may take (thesis, 5.5)."));
    }
    List<Proposal> proposals = new ArrayList<>();
    chosen.forEach((candidate, reasons) -> proposals.add(new Proposal(of(candidate), reasons)));
    return proposals;
  }

  private void choose(Trial trial, String reason) {
    chosen.computeIfAbsent(trial.candidate(), candidate -> new ArrayList<>()).add(reason);
  }

  private Trial of(Candidate candidate) {
    return least(Trial::micros, trial -> trial.candidate().equals(candidate)).orElseThrow();
  }

  private Optional<Trial> least(ToDoubleFunction<Trial> cost, Predicate<Trial> of) {
    return trials.stream().filter(of).min(Comparator.comparingDouble(cost));
  }

  private static String seconds(Trial trial) {
    return String.format(Locale.ROOT, "%.3f s", trial.micros() / 1e6);
  }

  private static String more(Trial trial, Trial best) {
    return String.format(Locale.ROOT, "%.1f %% more", 100 * (trial.micros() / best.micros() - 1));
  }

  private static String fewer(Trial trial, Trial best, String what, ToDoubleFunction<Trial> cost) {
    return String.format(
        Locale.ROOT,
        "It %s the fewest pages of those near the best, %.1f %% fewer, and takes %s time.",
        what,
        100 * (1 - cost.applyAsDouble(trial) / cost.applyAsDouble(best)),
        more(trial, best));
  }

  /**
   * Returns a sentence on how much longer the plain pool, a page cache without flash-aware
   * buffering, takes than the best trial. Compares the trials in {@code all}, which have the same
   * number of rows.
   */
  private String besidePlain(Trial best) {
    Optional<Trial> own =
        all.stream().filter(trial -> trial.candidate().equals(best.candidate())).findFirst();
    Optional<Trial> plain =
        all.stream().filter(t -> t.candidate().isPlainOf(best.candidate())).findFirst();
    if (own.isEmpty() || plain.isEmpty()) {
      return "";
    }
    return String.format(
        Locale.ROOT,
        " %s with the same pages and memory takes %.2f times as long.",
        plain.get().candidate().kind(),
        plain.get().micros() / own.get().micros());
  }
}
