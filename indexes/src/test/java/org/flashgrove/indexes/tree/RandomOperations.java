package org.flashgrove.indexes.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import java.util.function.Supplier;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.structure.TreeStructure;
import org.flashgrove.indexes.check.CheckReport;

/** Random operations on a tree and on a list, and their comparison. */
public final class RandomOperations {
  private final Supplier<SpatialTree> opener;
  private final Shape shape;
  private final Random random;
  private final Model model = new Model();
  private final BitSet found = new BitSet();
  private final BitSet expected = new BitSet();
  private SpatialTree tree;
  private long nextId;

  /**
   * Operations on an empty tree.
   *
   * @param opener opens it, at first and again and again
   */
  public RandomOperations(Supplier<SpatialTree> opener, Shape shape, Random random) {
    this.opener = opener;
    this.shape = shape;
    this.random = random;
    tree = opener.get();
  }

  /** Operations on an empty tree that stays open. */
  public RandomOperations(SpatialTree tree, Shape shape, Random random) {
    this(() -> tree, shape, random);
  }

  /** Returns the tree, until it is opened again. */
  public SpatialTree tree() {
    return tree;
  }

  /** Returns what the tree must hold. */
  public Model model() {
    return model;
  }

  /**
   * Insertions, deletions (of entries that are there and of others), updates and window queries:
   * the tree grows, shrinks to a rest, grows again and shrinks. Ten times in all it is checked, and
   * after every other one opened again: nothing may be but in the store.
   */
  public void run(int operations) {
    int[] growth = {80, 60, 25, 70, 10};
    for (int i = 0; i < operations; i++) {
      step(growth[(int) ((long) i * growth.length / operations)]);
      if (i % 5 == 0) {
        assertAnswer(Predicate.values()[(i / 5) % Predicate.values().length]);
      }
      if (i % (operations / 10) == operations / 10 - 1) {
        assertSound();
        assertAnswers();
        if (i / (operations / 10) % 2 == 1) {
          tree = opener.get();
        }
      }
    }
  }

  /** One insertion, with a probability in percent, or deletion or update. */
  public void step(int growth) {
    double[] box = shape.next(random);
    long id = nextId++;
    if (model.size() == 0 || random.nextInt(100) < growth) {
      tree.insert(id, box[0], box[1], box[2], box[3]);
      model.add(id, box);
    } else if (random.nextInt(10) == 0) {
      assertThat(tree.delete(-1 - id, box[0], box[1], box[2], box[3])).isFalse();
    } else if (random.nextInt(3) == 0) {
      Model.Entry old = model.take(random);
      assertThat(tree.update(old.id(), old.box(), box)).isTrue();
      model.add(old.id(), box);
    } else {
      delete();
    }
  }

  private void delete() {
    Model.Entry old = model.take(random);
    double[] was = old.box();
    assertThat(tree.delete(old.id(), was[0], was[1], was[2], was[3])).isTrue();
    if (random.nextInt(4) == 0) {
      assertThat(tree.delete(old.id(), was[0], was[1], was[2], was[3])).isFalse();
    }
  }

  /** Takes everything out in random order: what is left is one empty leaf. */
  public void deleteAll() {
    int half = model.size() / 2;
    while (model.size() > 0) {
      delete();
      if (model.size() == half) {
        assertSound();
      }
    }
    assertSound();
    TreeStructure empty = tree.structure();
    assertThat(empty.height()).isZero();
    assertThat(empty.leafNodes()).isEqualTo(1);
    assertThat(empty.entries()).isZero();
  }

  /** Runs the structural check. */
  public void assertSound() {
    CheckReport report = tree.check();
    assertThat(report.problems()).isEmpty();
    assertThat(report.ok()).isTrue();
    assertThat(report.entries()).isEqualTo(model.size());
    assertThat(tree.size()).isEqualTo(model.size());
  }

  /** Compares the answers to windows, and to entries as windows, with every predicate. */
  public void assertAnswers() {
    for (Predicate predicate : Predicate.values()) {
      assertAnswer(predicate);
      if (model.size() > 0) {
        assertAnswer(predicate, model.any(random).box());
      }
    }
  }

  private void assertAnswer(Predicate predicate) {
    assertAnswer(predicate, shape.window(random));
  }

  private void assertAnswer(Predicate predicate, double[] q) {
    found.clear();
    long visited =
        tree.forEach(
            EntryQuery.matching(predicate, q[0], q[1], q[2], q[3]),
            (id, minX, minY, maxX, maxY) -> {
              found.set(Math.toIntExact(id));
            });
    expected.clear();
    long matching = model.search(predicate, q, expected);
    if (visited != matching || !found.equals(expected)) { // a message takes its time
      assertThat(visited).as(predicate + " " + Arrays.toString(q)).isEqualTo(matching);
      assertThat(found).as(predicate + " " + Arrays.toString(q)).isEqualTo(expected);
    }
    long counted = tree.count(EntryQuery.matching(predicate, q[0], q[1], q[2], q[3]));
    if (counted != matching) {
      assertThat(counted).as("count of %s", predicate).isEqualTo(matching);
    }
  }
}
