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
 * A point of the matrix: one store, one data set.
 *
 * @param labels what its values are called, by axis
 * @param varying the axes that have more than one value
 * @param data name of the data set
 * @param index spec of the index; one that needs a domain may lack it
 * @param options the store, with any domain
 * @param precondition the state that a simulated device is brought to before
 */
record Configuration(
    Map<String, String> labels,
    Set<String> varying,
    String data,
    String index,
    StoreOptions options,
    Preconditioning.Kind precondition) {
  /** The labels of the axes that vary. */
  String name() {
    return labels.entrySet().stream()
        .filter(label -> varying.contains(label.getKey()))
        .map(Map.Entry::getValue)
        .collect(Collectors.joining(" "));
  }

  /** Returns the kind of the store: names of its index, buffer and device. */
  List<String> kind() {
    StoreDesign design = options.design();
    return List.of(
        design.structures().get(SpatialStore.INDEX).kindName(),
        design.flash().kindName(),
        design.device().kindName());
  }

  /** Returns the same store on a device without preconditioning. */
  Configuration withoutPrecondition() {
    return new Configuration(labels, varying, data, index, options, Preconditioning.Kind.NONE);
  }

  /** The store for data that lie in a domain: minX, minY, maxX, maxY. */
  StoreOptions options(double[] domain) {
    return options.withIndex(
        StoreOptions.lacksDomain(index) ? StoreOptions.withDomain(index, domain) : index);
  }

  /** Members of an execution's configuration: specs as understood, and the labels. */
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
