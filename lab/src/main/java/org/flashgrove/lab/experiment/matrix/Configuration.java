package org.flashgrove.lab.experiment.matrix;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.simulator.trace.Preconditioning;

/**
 * A point of an experiment's matrix: the configuration of one store with one data set.
 *
 * @param labels label of the value on each axis
 * @param varying axes that have more than one value
 * @param data name of the data set
 * @param index spec of the index; its domain may be missing
 * @param options options of the store; a placeholder stands for the domain of the data
 * @param precondition state of a simulated device before the store is created
 */
record Configuration(
    Map<String, String> labels,
    Set<String> varying,
    String data,
    String index,
    StoreOptions options,
    Preconditioning.Kind precondition) {
  /** Returns a name that consists of the labels of the varying axes. */
  String name() {
    return labels.entrySet().stream()
        .filter(label -> varying.contains(label.getKey()))
        .map(Map.Entry::getValue)
        .collect(Collectors.joining(" "));
  }

  /** Returns the names of the index, the buffer and the device. */
  List<String> kind() {
    StoreDesign design = options.design();
    return List.of(
        design.structures().get(SpatialStore.INDEX).kindName(),
        design.flash().kindName(),
        design.device().kindName());
  }

  /** Returns a copy of this configuration without preconditioning of the device. */
  Configuration withoutPrecondition() {
    return new Configuration(labels, varying, data, index, options, Preconditioning.Kind.NONE);
  }

  /**
   * Returns the options of a store.
   *
   * @param domain bounds of the data: minX, minY, maxX, maxY
   */
  StoreOptions options(double[] domain) {
    return options.withIndex(
        StoreOptions.lacksDomain(index) ? StoreOptions.withDomain(index, domain) : index);
  }

  /**
   * Returns the settings of an execution.
   *
   * @param understood options of the store, in which all specs are complete
   */
  Map<String, Object> members(StoreOptions understood) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("data", data);
    members.put("index", understood.index());
    members.put("flash", understood.flash());
    members.put("device", understood.device());
    members.put("pageSize", understood.pageSize());
    members.put("sync", understood.sync().toString());
    members.put("precondition", precondition.name().toLowerCase(Locale.ROOT));
    members.put(Labels.MEMBER, labels);
    return members;
  }
}
