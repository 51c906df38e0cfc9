package org.flashgrove.storage.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.component.ComponentIndex;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.ComponentStoreContract;
import org.flashgrove.core.component.proof.MergingMap;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;

class ComponentFileTest extends ComponentStoreContract {
  private final CrashDisk disk = new CrashDisk();
  private ComponentFiles.Closed closed;

  /** How the files are made. */
  ComponentFiles files() {
    return ComponentFiles.plain(SyncMode.OP);
  }

  @Override
  protected ComponentStore next() {
    closed = files().over(disk);
    return closed.file();
  }

  @Override
  protected void open(ComponentStore store) {
    closed.store().open();
  }

  @Test
  void aStoreWithoutALogOfCommitsIsRefused() {
    ComponentFiles checkpoint = new ComponentFiles(SyncMode.BARRIER, 8 << 10, 0, false, 1);
    assertThatThrownBy(() -> checkpoint.over(new CrashDisk()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("does not log commits");
  }

  @Test
  void aCheckpointImageGoesToTheNewLogDirectAndQueriesNeedNotWaitForIt() {
    ComponentFiles.Closed made = files().over(new CrashDisk());
    List<Boolean> locked = new ArrayList<>();
    ComponentStore noting =
        (ComponentStore)
            Proxy.newProxyInstance(
                ComponentStore.class.getClassLoader(),
                new Class<?>[] {ComponentStore.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("attach")) {
                    ComponentIndex index = (ComponentIndex) arguments[0];
                    arguments[0] = notingCheckpointImages(index, made.store(), locked);
                  }
                  return method.invoke(made.file(), arguments);
                });
    MergingMap map = new MergingMap(noting, 3);
    made.store().open();
    for (long key = 0; key < 40; key++) {
      map.put(key, key);
    }
    made.store().flush();
    assertThat(locked).isNotEmpty().containsOnly(false);
    made.store().close();
  }

  private static ComponentIndex notingCheckpointImages(
      ComponentIndex index, LoggedStore store, List<Boolean> locked) {
    return (ComponentIndex)
        Proxy.newProxyInstance(
            ComponentIndex.class.getClassLoader(),
            new Class<?>[] {ComponentIndex.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("checkpointImage")) {
                locked.add(store.lock().isHeldByCurrentThread());
              }
              return method.invoke(index, arguments);
            });
  }

  @Test
  void aStoreThatIsOnlyReadIsNotChanged() {
    CrashDisk other = new CrashDisk();
    ComponentFiles.Closed first = files().over(other);
    MergingMap map = new MergingMap(first.file(), 3);
    first.store().open();
    for (long key = 0; key < 40; key++) {
      map.put(key, key);
    }
    first.store().close();
    ComponentFiles.Closed second = files().over(other);
    MergingMap read = new MergingMap(second.file(), 3);
    second.store().open();
    long opened = other.calls();
    second.store().refuseChanges();
    assertThat(read.content()).hasSize(40);
    assertThatThrownBy(() -> read.put(1, 2)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(read::merge).isInstanceOf(IllegalStateException.class);
    assertThat(read.content()).hasSize(40);
    assertThat(other.calls()).as("calls that change the disk").isEqualTo(opened);
    second.store().close();
  }

  @Test
  void aStoreWithoutAnIndexIsNotOpened() {
    ComponentFiles.Closed nothing = files().over(new CrashDisk());
    assertThatThrownBy(() -> nothing.store().open())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no index is attached");
    nothing.store().close();
  }
}
