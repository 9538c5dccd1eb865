"""Models of torchvision: (name, constructor, None). They have no arguments, because forward would take too long."""

_PLAIN = ['resnet18', 'resnext50_32x4d', 'squeezenet1_0', 'shufflenet_v2_x0_5', 'mobilenet_v2',
          'mobilenet_v3_small', 'mnasnet0_5', 'efficientnet_b0', 'regnet_y_400mf', 'convnext_tiny', 'swin_t']

CASES = [(name, f'models.{name}()', None) for name in _PLAIN]
CASES += [
    ('densenet', 'models.DenseNet(8, (2, 2), 16, memory_efficient=True)', None),
    ('densenet', 'models.DenseNet(8, (2, 2), 16, drop_rate=0.2)', None),
    ('googlenet', 'models.googlenet(init_weights=False)', None),
    ('inception_v3', 'models.inception_v3(init_weights=False)', None),
    ('VisionTransformer', 'models.VisionTransformer(32, 16, 2, 2, 8, 16)', None),
    ('lraspp', 'models.segmentation.lraspp_mobilenet_v3_large(weights_backbone=None)', None),
    ('r3d_18', 'models.video.r3d_18()', None),
    ('raft_small', 'models.optical_flow.raft_small()', None),
    ('ssdlite', 'models.detection.ssdlite320_mobilenet_v3_large(weights=None, weights_backbone=None)', None),
    ('fasterrcnn', 'models.detection.fasterrcnn_mobilenet_v3_large_fpn(weights=None, weights_backbone=None)', None),
]
