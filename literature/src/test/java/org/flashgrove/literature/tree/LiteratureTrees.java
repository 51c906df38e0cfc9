package org.flashgrove.literature.tree;

import java.util.List;
import org.flashgrove.indexes.tree.TreeFamily;
import org.flashgrove.indexes.tree.TreeFamily.Member;
import org.flashgrove.literature.tree.fortree.ForTree;
import org.flashgrove.literature.tree.fortree.ForTreeConfig;
import org.flashgrove.literature.tree.gridfile.GridFile;
import org.flashgrove.literature.tree.kdb.KdbTree;

/** The trees of this module, for the tests of all trees. */
public final class LiteratureTrees implements TreeFamily.Members {
  @Override
  public List<Member> members() {
    return List.of(
        new Member(
            "kdb:domain=DOMAIN",
            "capacity=4",
            true,
            (spec, page) -> KdbTree.of(KdbTree.config(spec, page))),
        new Member(
            "kdb:merge=60%,blind=off,domain=DOMAIN",
            "leafcapacity=3,nodecapacity=5",
            true,
            (spec, page) -> KdbTree.of(KdbTree.config(spec, page))),
        new Member(
            "gridfile:domain=DOMAIN",
            "capacity=4",
            true,
            (spec, page) -> GridFile.of(GridFile.config(spec, page))),
        new Member(
            "gridfile:merge=0%,blind=off,domain=DOMAIN",
            "leafcapacity=5,nodecapacity=4",
            true,
            (spec, page) -> GridFile.of(GridFile.config(spec, page))),
        new Member(
            "fortree",
            "capacity=4,x=1,y=1",
            false,
            (spec, page) -> new ForTree(ForTreeConfig.of(spec, page))),
        new Member(
            "fortree:mergeback=even,blind=off",
            "capacity=5,minfill=50%,x=2,y=3",
            false,
            (spec, page) -> new ForTree(ForTreeConfig.of(spec, page))),
        new Member(
            "fortree:mergeback=quadratic",
            "leafcapacity=3,nodecapacity=4,x=4,y=1",
            false,
            (spec, page) -> new ForTree(ForTreeConfig.of(spec, page))));
  }
}
